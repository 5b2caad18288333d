#include "arena/statistics/sequential/larger_hypothesis.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/arena/statistics/sequential/simulated_boards.h"

namespace tichu::arena {
namespace {

SequentialPlan larger_plan(double second, std::size_t boards) {
  SequentialPlan plan;
  plan.second = second;
  plan.max_boards = boards;
  return plan;
}

std::vector<BoardResult> boards_with_mean(double mean, int count) {
  SimulatedBoards random(7);
  std::vector<BoardResult> boards;
  for (int i = 0; i < count; ++i) boards.push_back(random.even_margin(mean, 60));
  return boards;
}

SequentialState larger_state(const SequentialPlan& plan, const std::vector<BoardResult>& boards) {
  SequentialTest test(plan);
  for (const BoardResult& board : boards) test.add(board);
  return test.state();
}

TEST(LargerHypothesis, WouldHaveDecidedTheSameBoards) {
  constexpr double Most = 400;
  for (const double mean : {120.0, 8.0, 0.0, -40.0}) {
    const std::vector<BoardResult> boards = boards_with_mean(mean, 60);
    SequentialPlan plan = larger_plan(1, boards.size());
    ASSERT_EQ(larger_state(plan, boards).verdict, SprtVerdict::Undecided) << mean;
    const auto larger = larger_hypothesis(plan, boards, Most);
    ASSERT_TRUE(larger) << mean;
    plan.second = larger->second;
    const SequentialState state = larger_state(plan, boards);
    EXPECT_NE(state.verdict, SprtVerdict::Undecided) << mean;
    EXPECT_EQ(state.verdict, larger->verdict) << mean;
    EXPECT_EQ(state.boards, larger->boards) << mean;
    EXPECT_EQ(state.verdict, mean > 100 ? SprtVerdict::Accepted : state.verdict);
  }
}

TEST(LargerHypothesis, IsTheFirstRoundNumberThatDecides) {
  const std::vector<BoardResult> boards = boards_with_mean(120, 50);
  const auto larger = larger_hypothesis(larger_plan(1, boards.size()), boards, 400);
  ASSERT_TRUE(larger);
  for (const double smaller : {1.5, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0}) {
    if (smaller >= larger->second) break;
    EXPECT_EQ(larger_state(larger_plan(smaller, boards.size()), boards).verdict, SprtVerdict::Undecided) << smaller;
  }
}

TEST(LargerHypothesis, IsNoneIfNoneWouldHaveDecided) {
  const std::vector<BoardResult> few = boards_with_mean(120, 15);
  EXPECT_FALSE(larger_hypothesis(larger_plan(1, few.size()), few, 400));
  const std::vector<BoardResult> boards = boards_with_mean(4, 60);
  EXPECT_FALSE(larger_hypothesis(larger_plan(5, boards.size()), boards, 6));
}

}  // namespace
}  // namespace tichu::arena
