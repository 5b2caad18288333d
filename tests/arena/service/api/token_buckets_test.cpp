#include "arena/service/api/token_buckets.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(TokenBuckets, LetABurstThroughAndThenSoManyASecond) {
  TokenBuckets buckets({2, 5});
  const TokenBuckets::TimePoint start{seconds(100)};
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(buckets.take("a", start)) << i;
  EXPECT_EQ(buckets.take("a", start), seconds(1));
  EXPECT_FALSE(buckets.take("b", start));
  EXPECT_FALSE(buckets.take("a", start + milliseconds(500)));
  EXPECT_TRUE(buckets.take("a", start + milliseconds(500)));
  // A long rest gives a burst, and no more.
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(buckets.take("a", start + seconds(1000))) << i;
  EXPECT_TRUE(buckets.take("a", start + seconds(1000)));
}

TEST(TokenBuckets, SayWhenItCanWorkAgain) {
  TokenBuckets buckets({0.1, 1});
  const TokenBuckets::TimePoint start{seconds(100)};
  EXPECT_FALSE(buckets.take("a", start));
  const auto wait = buckets.take("a", start);
  ASSERT_EQ(wait, seconds(10));
  EXPECT_TRUE(buckets.take("a", start + *wait - seconds(1)));
  EXPECT_FALSE(buckets.take("a", start + *wait));
}

TEST(TokenBuckets, SayHowManyTurnsAreLeft) {
  TokenBuckets buckets({2, 5});
  const TokenBuckets::TimePoint start{seconds(100)};
  using Headers = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(buckets.headers("token", "a", start),
            (Headers{{"RateLimit-Policy", "\"token\";q=5;w=3"}, {"RateLimit", "\"token\";r=5;t=0"}}));
  for (int i = 0; i < 4; ++i) buckets.take("a", start);
  EXPECT_EQ(buckets.headers("token", "a", start).back().second, "\"token\";r=1;t=2");
  EXPECT_EQ(buckets.headers("token", "a", start + seconds(1)).back().second, "\"token\";r=3;t=1");
}

TEST(TokenBuckets, LetNewcomersThroughAndRememberTheBusiestIfThereAreTooMany) {
  TokenBuckets buckets({1, 2});
  const TokenBuckets::TimePoint start{seconds(100)};
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(buckets.take("busy", start));
  for (int i = 0; i < 200'000; ++i) ASSERT_FALSE(buckets.take(std::to_string(i), start));
  EXPECT_FALSE(buckets.take("new", start));
  EXPECT_TRUE(buckets.take("busy", start)) << "those with more turns left are forgotten first";
}

}  // namespace
}  // namespace tichu::arena
