#include "arena/hosting/match/think_time_counts.h"

#include <gtest/gtest.h>

#include "engine/random.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

TEST(TimeCounts, KnowEveryTimeToATenth) {
  for (std::int64_t time = 64; time < 4'000'000'000'000; time += time / 7 + 1) {
    TimeCounts counts;
    counts.add(nanoseconds(time));
    EXPECT_NEAR(static_cast<double>(counts.quantile(0.5).count()), static_cast<double>(time),
                static_cast<double>(time) / 8);
  }
}

TEST(TimeCounts, TakeTheShortestAndTheLongest) {
  TimeCounts counts;
  for (const nanoseconds time : {-5ns, 0ns, 63ns, nanoseconds(INT64_MAX)}) counts.add(time);
  EXPECT_EQ(counts.text(), "0:3 144:1");
  EXPECT_EQ(TimeCounts().quantile(0.99), 0ns);
}

TEST(TimeCounts, QuantilesAreThoseOfTheTimes) {
  TimeCounts counts;
  for (int i = 0; i < 99; ++i) counts.add(1000ns);
  EXPECT_NEAR(static_cast<double>(counts.quantile(0.99).count()), 1000, 125);
  counts.add(1s);
  counts.add(1s);
  EXPECT_NEAR(static_cast<double>(counts.quantile(0.5).count()), 1000, 125);
  EXPECT_NEAR(static_cast<double>(counts.quantile(0.99).count()), 1e9, 1e9 / 8);
}

TEST(TimeCounts, SumsAreThoseOfAllAndTextReadsAgain) {
  Random random(1, 2);
  TimeCounts first;
  TimeCounts second;
  TimeCounts all;
  for (int i = 0; i < 1000; ++i) {
    const nanoseconds time(static_cast<std::int64_t>(random.next() >> (random.next() % 64) >> 1));
    (i % 3 == 0 ? first : second).add(time);
    all.add(time);
  }
  first += second;
  EXPECT_EQ(first, all);
  EXPECT_EQ(TimeCounts::from(all.text()), all);
  EXPECT_EQ(TimeCounts::from(""), TimeCounts());
  for (const char* wrong : {"x", "1", "1:", ":1", "1:2,", "145:1", "1:-2", "1:99999999999"}) {
    EXPECT_FALSE(TimeCounts::from(wrong)) << wrong;
  }
}

TEST(ThinkTime, AQuantileIsNeverAboveTheLongest) {
  ThinkTime time;
  time.add(65ns);
  EXPECT_EQ(time.quantile(0.99), 65ns);
  ThinkTime other;
  other.add(2s);
  time += other;
  EXPECT_EQ(time.decisions, 2u);
  EXPECT_EQ(time.total, 2s + 65ns);
  EXPECT_EQ(time.longest, 2s);
}

}  // namespace
}  // namespace tichu::arena
