#include "arena/statistics/sequential/sequential_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "arena/statistics/rating/likelihood_ratio.h"

namespace tichu::arena {
namespace {

BoardResult board(double margin, double score = 0.5) {
  BoardResult result;
  result.margin = margin;
  result.score = score;
  result.tables = 2;
  return result;
}

SequentialPlan points_plan(double first, double second) {
  SequentialPlan plan;
  plan.first = first;
  plan.second = second;
  plan.max_boards = 10'000;
  return plan;
}

TEST(SequentialTest, AcceptsWhatIsPlainlyStronger) {
  SequentialTest test(points_plan(0, 10));
  int played = 0;
  for (; !test.is_over(); ++played) test.add(board(played % 2 == 0 ? 90 : -30));
  EXPECT_EQ(test.state().verdict, SprtVerdict::Accepted);
  EXPECT_EQ(test.state().boards, static_cast<std::uint64_t>(played));
  EXPECT_GE(test.state().ratio, test.plan().errors.upper());
}

TEST(SequentialTest, RejectsWhatIsPlainlyNot) {
  SequentialTest test(points_plan(0, 10));
  for (int i = 0; !test.is_over(); ++i) test.add(board(i % 2 == 0 ? 60 : -60));
  EXPECT_EQ(test.state().verdict, SprtVerdict::Rejected);
}

TEST(SequentialTest, StaysUndecidedAtItsLimit) {
  SequentialPlan plan = points_plan(0, 1);
  plan.max_boards = 50;
  SequentialTest test(plan);
  for (int i = 0; !test.is_over(); ++i) test.add(board(i % 2 == 0 ? 100 : -99));
  EXPECT_EQ(test.state().verdict, SprtVerdict::Undecided);
  EXPECT_EQ(test.state().boards, 50u);
  const IntervalEstimate estimate = test.estimate();
  EXPECT_NEAR(estimate.value, 0.5, 0.5);
  EXPECT_NEAR(*estimate.error95(), 1.96 * 100 / std::sqrt(50), 3);
}

TEST(SequentialTest, IsUndecidedExactlyBetweenTheBoundsThatItTells) {
  for (const TestMeasure measure : {TestMeasure::Points, TestMeasure::LogisticElo}) {
    SequentialPlan plan = points_plan(0, 6);
    plan.measure = measure;
    SequentialTest test(plan);
    for (int i = 0; !test.is_over(); ++i) {
      const bool is_won = i % 5 < 3;
      test.add(board(is_won ? 90 : -100, is_won ? 0.75 : 0.25));
      const SequentialState state = test.state();
      ASSERT_EQ(state.lower.has_value(), state.boards >= MinTestBoards);
      if (!state.lower) continue;
      EXPECT_LT(*state.lower, plan.errors.lower());
      EXPECT_GT(*state.upper, plan.errors.upper());
      const bool is_between = *state.lower < state.ratio && state.ratio < *state.upper;
      EXPECT_EQ(state.verdict == SprtVerdict::Undecided, is_between) << i;
    }
  }
}

TEST(SequentialTest, WaitsWhileNextToNoBoardsDiffer) {
  SequentialTest test(points_plan(0, 2));
  for (int i = 0; i < 800; ++i) test.add(board(i % 400 == 399 ? 100 : 0));
  EXPECT_EQ(test.state().verdict, SprtVerdict::Undecided);
}

TEST(SequentialTest, CountsNothingAfterItsEnd) {
  SequentialTest test(points_plan(0, 10));
  while (!test.is_over()) test.add(board(200));
  const SequentialState before = test.state();
  test.add(board(-10'000));
  EXPECT_EQ(test.state().boards, before.boards);
  EXPECT_EQ(test.state().ratio, before.ratio);
}

TEST(SequentialTest, NeverDecidesOnAHandfulOfBoards) {
  SequentialTest test(points_plan(0, 200));
  for (std::uint64_t i = 1; i < MinTestBoards; ++i) test.add(board(400));
  EXPECT_EQ(test.state().verdict, SprtVerdict::Undecided);
}

TEST(SequentialTest, OnScoresHasTheCalculatorsRatio) {
  for (const TestMeasure measure : {TestMeasure::LogisticElo, TestMeasure::NormalizedElo}) {
    SequentialPlan plan = points_plan(0, 5);
    plan.measure = measure;
    SequentialTest test(plan);
    for (int i = 0; i < 40; ++i) test.add(board(0, i % 3 == 0 ? 0.75 : i % 3 == 1 ? 0.5 : 0.25));
    const EloModel model = measure == TestMeasure::LogisticElo ? EloModel::Logistic : EloModel::Normalized;
    EXPECT_EQ(test.state().ratio, log_likelihood_ratio(test.counts(), model, 0, 5));
  }
}

TEST(SequentialTest, EstimatesLessThanTheMeanAfterAnEarlyAcceptance) {
  SequentialTest test(points_plan(0, 20));
  for (int i = 0; !test.is_over(); ++i) test.add(board(i % 2 == 0 ? 140 : -60));
  ASSERT_EQ(test.state().verdict, SprtVerdict::Accepted);
  const IntervalEstimate estimate = test.estimate();
  EXPECT_LT(estimate.value, test.state().mean);
  EXPECT_LT(*estimate.low, estimate.value);
  EXPECT_GT(*estimate.high, estimate.value);
}

TEST(SequentialTest, EstimatesTheMeanWhereTheFirstLookEndsIt) {
  SequentialTest test(points_plan(0, 20));
  for (int i = 0; !test.is_over(); ++i) test.add(board(i % 2 == 0 ? 260 : 140));
  ASSERT_EQ(test.state().boards, MinTestBoards);
  const IntervalEstimate estimate = test.estimate();
  EXPECT_NEAR(estimate.value, 200, 1);
  // Student's, with 15 degrees of freedom.
  EXPECT_NEAR(*estimate.error95(), 2.131 * 60 / std::sqrt(15), 2);
}

TEST(SequentialTest, EstimatesTheScoreOfTheFarStronger) {
  for (const TestMeasure measure : {TestMeasure::LogisticElo, TestMeasure::NormalizedElo}) {
    for (const double best : {1.0, 0.0}) {
      SequentialPlan plan = points_plan(0, 10);
      plan.measure = measure;
      SequentialTest test(plan);
      for (int i = 0; !test.is_over(); ++i) test.add(board(0, i % 5 == 4 ? 0.5 : best));
      const bool is_normalized = measure == TestMeasure::NormalizedElo;
      const EloEstimate fixed = estimate_elo(test.counts());
      const IntervalEstimate& seen = is_normalized ? *fixed.normalized : fixed.elo;
      // With four of five boards won and one drawn the t-value is √(p / q), whose error is 1 / (2 q) times that of 0.
      const double wider = is_normalized ? 1 / (2 * 0.2) : 1;
      EXPECT_NEAR(test.estimate().value / seen.value, 1, 0.03) << to_text(measure);
      EXPECT_NEAR(*test.estimate().error95() / *seen.error95() / wider, 1, 0.1) << to_text(measure);
    }
  }
}

TEST(SequentialTest, HoldsWhatItSawWhereAllBoardsEndedAlike) {
  for (const auto& [first, second] : {std::pair(0.0, 5.0), {-5.0, 0.0}}) {
    SequentialPlan plan = points_plan(first, second);
    plan.measure = TestMeasure::LogisticElo;
    SequentialTest test(plan);
    while (!test.is_over()) test.add(board(0));
    const SequentialState state = test.state();
    EXPECT_EQ(state.verdict, first == 0 ? SprtVerdict::Rejected : SprtVerdict::Accepted);
    const IntervalEstimate estimate = test.estimate();
    EXPECT_NEAR(estimate.value, 0, 0.1);
    // About what a board leaves open that differs and was not seen, by counting, or somewhat wider.
    const IntervalEstimate unseen = estimate_elo(test.counts()).elo;
    for (const double ratio : {*estimate.low / *unseen.low, *estimate.high / *unseen.high}) {
      EXPECT_GT(ratio, 0.8);
      EXPECT_LT(ratio, 2);
    }
    EXPECT_GT(state.boards_at_first, static_cast<double>(state.boards) / 2);
    EXPECT_LT(state.boards_at_worst, static_cast<double>(state.boards) * 4);
  }
}

TEST(SequentialTest, EstimatesNoDifferenceWhereNoBoardDiffered) {
  for (const TestMeasure measure : {TestMeasure::Points, TestMeasure::LogisticElo, TestMeasure::NormalizedElo}) {
    SequentialPlan plan = points_plan(-5, 0);
    plan.measure = measure;
    SequentialTest test(plan);
    while (!test.is_over()) test.add(board(0));
    EXPECT_NEAR(test.estimate().value, 0, 1e-6) << to_text(measure);
    EXPECT_LT(*test.estimate().low, 0);
    EXPECT_GT(*test.estimate().high, 0);
  }
}

TEST(SequentialTest, LeavesOpenWhatWinsAloneDoNotBound) {
  for (const TestMeasure measure : {TestMeasure::LogisticElo, TestMeasure::NormalizedElo}) {
    SequentialPlan plan = points_plan(0, 100);
    plan.measure = measure;
    SequentialTest won(plan);
    SequentialTest lost(plan);
    while (!won.is_over()) won.add(board(0, 1));
    while (!lost.is_over()) lost.add(board(0, 0));
    EXPECT_FALSE(won.estimate().high);
    EXPECT_GT(*won.estimate().low, 100);
    EXPECT_LT(*won.estimate().low, won.estimate().value);
    EXPECT_FALSE(lost.estimate().low);
    EXPECT_LT(*lost.estimate().high, -100);
    EXPECT_GT(*lost.estimate().high, lost.estimate().value);
    EXPECT_GE(won.state().boards_at_second, 1);
  }
}

TEST(SequentialTest, IsDefinedForBoardsThatAreAllAlikeAndForNone) {
  for (const TestMeasure measure : {TestMeasure::Points, TestMeasure::LogisticElo, TestMeasure::NormalizedElo}) {
    for (const double score : {0.0, 0.5, 1.0}) {
      SequentialPlan plan = points_plan(0, 5);
      plan.measure = measure;
      plan.max_boards = 300;
      SequentialTest test(plan);
      EXPECT_EQ(test.estimate().value, 0);
      EXPECT_EQ(test.state().boards_at_worst, 0);
      for (int i = 0; !test.is_over(); ++i) {
        test.add(board(400 * (score - 0.5), score));
        EXPECT_TRUE(std::isfinite(test.state().ratio));
        EXPECT_TRUE(std::isfinite(test.state().boards_at_worst));
        EXPECT_TRUE(std::isfinite(test.estimate().value));
        EXPECT_TRUE(std::isfinite(test.estimate().error95().value_or(0)));
      }
      if (score == 1.0) {
        EXPECT_EQ(test.state().verdict, SprtVerdict::Accepted);
      }
    }
  }
}

}  // namespace
}  // namespace tichu::arena
