#include "arena/tournament/workers/strike_times.h"

#include <gtest/gtest.h>

#include <chrono>

namespace tichu::arena {
namespace {

using std::chrono::seconds;

TEST(StrikeTimes, AreAtOnceAndThenFurtherAndFurtherApart) {
  StrikeTimes times;
  StrikeTimes::Time now{};
  EXPECT_EQ(times.next(now), now);
  StrikeTimes::Time first = now;
  for (auto pause = StrikeTimes::FirstPause; pause < StrikeTimes::LongestPause; pause *= 2) {
    now = first + seconds(1);  // one that follows soon
    const StrikeTimes::Time next = times.next(now);
    EXPECT_GE(next, first + pause / 2);
    EXPECT_LE(next, first + pause * 3 / 2);
    first = next;
  }
  for (int i = 0; i < 20; ++i) {
    const StrikeTimes::Time next = times.next(first);
    EXPECT_LE(next, first + StrikeTimes::LongestPause * 3 / 2) << "never further than that";
    first = next;
  }
}

TEST(StrikeTimes, AreAtOnceAgainAfterALongPeace) {
  StrikeTimes times;
  StrikeTimes::Time now{};
  for (int i = 0; i < 5; ++i) now = times.next(now);
  now += 2 * StrikeTimes::LongestPause + seconds(1);
  EXPECT_EQ(times.next(now), now);
  EXPECT_LE(times.next(now), now + StrikeTimes::FirstPause * 3 / 2) << "and the pauses begin anew";
}

TEST(StrikeTimes, AreNeverInThePast) {
  StrikeTimes times;
  const StrikeTimes::Time now{};
  times.next(now);
  const StrikeTimes::Time later = now + StrikeTimes::FirstPause * 2;
  EXPECT_EQ(times.next(later), later);
}

}  // namespace
}  // namespace tichu::arena
