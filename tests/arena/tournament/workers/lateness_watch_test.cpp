#include "arena/tournament/workers/lateness_watch.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

std::vector<BotUsage> decisions(std::uint64_t count) {
  BotUsage usage;
  usage.bot = BotId{1};
  usage.time.decisions = count;
  return {usage};
}

std::vector<FinishedFault> faults(std::size_t count, FaultKind kind = FaultKind::Timeout) {
  FinishedFault fault;
  fault.bot = BotId{1};
  fault.kind = kind;
  return std::vector<FinishedFault>(count, fault);
}

TEST(LatenessWatch, TellsOnceOfAWorkerOnWhichBotsAreLate) {
  LatenessWatch watch;
  EXPECT_EQ(watch.take("blue", decisions(10'000), faults(1)), std::nullopt) << "there is nobody to compare with";
  EXPECT_EQ(watch.take("red", decisions(1000), {}), std::nullopt);
  const auto told = watch.take("red", decisions(1000), faults(40));
  ASSERT_TRUE(told.has_value());
  EXPECT_EQ(
      *told,
      "bots are late, or use too much, on worker red far more often than on others, 40 times in 2000 decisions: is "
      "its machine too busy?");
  EXPECT_EQ(watch.take("red", decisions(1000), faults(40)), std::nullopt) << "it was told";
}

TEST(LatenessWatch, TellsOfBotsThatUseTooMuchThere) {
  LatenessWatch watch;
  EXPECT_EQ(watch.take("blue", decisions(10'000), {}), std::nullopt);
  EXPECT_TRUE(watch.take("red", decisions(1000), faults(40, FaultKind::LimitExceeded)).has_value());
}

TEST(LatenessWatch, TellsNothingOfABotThatIsLateEverywhereOrAtFaultOtherwise) {
  LatenessWatch watch;
  EXPECT_EQ(watch.take("blue", decisions(1000), faults(50)), std::nullopt);
  EXPECT_EQ(watch.take("red", decisions(1000), faults(60)), std::nullopt);
  EXPECT_EQ(watch.take("red", decisions(1000), faults(500, FaultKind::Crash)), std::nullopt);
}

}  // namespace
}  // namespace tichu::arena
