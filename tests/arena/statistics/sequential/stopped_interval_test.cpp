// Intervals after stopping, in few simulated tests each; arena_simulation_test has many.
#include <gtest/gtest.h>

#include "tests/arena/statistics/sequential/simulated_tests.h"

namespace tichu::arena {
namespace {

/// Three standard errors of so few tests.
constexpr int Tests = 300;
constexpr double Slack = 0.03;

TEST(StoppedIntervals, HoldTheTruthOfTheFarStronger) {
  expect_right_intervals_of_the_far_stronger(Tests, Slack, Slack);
}

TEST(StoppedIntervals, HoldTheTruthWhereFewBoardsDiffer) {
  expect_right_intervals_where_few_boards_differ(Tests / 4, Slack);
}

}  // namespace
}  // namespace tichu::arena
