#include "arena/hosting/match/bot_usage.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

BotUsage usage(std::chrono::nanoseconds decision, std::chrono::nanoseconds processor, std::uint64_t starts,
               std::chrono::nanoseconds pondering = 0s) {
  BotUsage made;
  made.time.add(decision);
  made.resources = {processor, 100, starts, pondering};
  return made;
}

TEST(BotUsage, AddsUpByBot) {
  std::vector<BotUsage> all;
  add_usage(all, usage(1s, 2s, 1, 1s));
  add_usage(all, usage(2s, 3s, 2, 2s));
  BotUsage other = usage(1s, 1s, 1);
  other.bot = BotId{1};
  other.resources.peak_memory = 700;
  add_usage(all, other);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].time.total, 3s);
  EXPECT_EQ(all[0].resources, (ResourceUsage{5s, 100, 3, 3s}));
  EXPECT_EQ(all[1].bot, BotId{1});
  EXPECT_EQ(all[1].resources.peak_memory, 700u);
}

TEST(BotUsage, TellsNoMorePonderingThanProcessorTime) {
  ResourceUsage told;
  const auto take = [&](std::chrono::nanoseconds processor, std::chrono::nanoseconds pondering) {
    return ResourceUsage{processor, 100, 1, pondering}.take_since(told);
  };
  // Three of the five seconds were pondering, which is known when its pause ends.
  EXPECT_EQ(take(5s, 0s), (ResourceUsage{5s, 100, 1, 0s}));
  EXPECT_EQ(take(6s, 3s), (ResourceUsage{1s, 100, 0, 1s}));
  EXPECT_EQ(take(9s, 3s), (ResourceUsage{3s, 100, 0, 2s})) << "the rest comes later";
  EXPECT_EQ(take(10s, 3s), (ResourceUsage{1s, 100, 0, 0s}));
}

TEST(BotUsage, WorkThatDecisionsAndStartsExplainIsNotPondering) {
  EXPECT_FALSE(ponders({}, 1));
  EXPECT_FALSE(ponders(usage(10s, 10s, 1), 1));
  EXPECT_FALSE(ponders(usage(0s, 4s, 4), 1));
  EXPECT_FALSE(ponders(usage(10s, 40s, 1), 4));
  EXPECT_TRUE(ponders(usage(10s, 14s, 1), 1));
  EXPECT_TRUE(ponders(usage(1s, 20s, 1), 4));
}

TEST(BotUsage, MuchWorkSeenBetweenDecisionsIsPondering) {
  EXPECT_TRUE(ponders(usage(20s, 10s, 1, 500ms), 1));
  EXPECT_TRUE(ponders(usage(1s, 1s, 1, 200ms), 1));
  EXPECT_FALSE(ponders(usage(20s, 10s, 1, 499ms), 1));
  EXPECT_FALSE(ponders(usage(1s, 500ms, 1, 199ms), 1));
}

}  // namespace
}  // namespace tichu::arena
