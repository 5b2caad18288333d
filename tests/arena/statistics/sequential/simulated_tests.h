#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "arena/statistics/sequential/sequential_test.h"
#include "tests/arena/statistics/sequential/simulated_boards.h"

namespace tichu::arena {

/// How many of `whole` tests are to be simulated: all, or the share of them that TICHU_SIMULATIONS says.
int simulated(int whole);

/// How far beyond its bound chance may take a share of about `share` if fewer than all tests are simulated: three
/// standard errors of so many tests, and 0 of all.
double chance_of_few(int tests, int whole, double share);

/// What many simulated tests of one truth came to.
struct Tally {
  int tests = 0;
  int accepted = 0;
  int rejected = 0;
  double boards = 0;
  int covered = 0;
  int below = 0;  ///< intervals that lie below the truth
  int medians_below = 0;

  void add(const SequentialTest& test, double truth);
  double share(int count) const { return static_cast<double>(count) / tests; }
  double mean_boards() const { return boards / tests; }
};

template <typename NextBoard>
Tally simulate(int tests, const SequentialPlan& plan, double truth, std::uint64_t seed, const NextBoard& next_board) {
  SimulatedBoards boards(seed);
  Tally tally;
  for (int i = 0; i < tests; ++i) {
    SequentialTest test(plan);
    while (!test.is_over()) test.add(next_board(boards));
    tally.add(test, truth);
  }
  return tally;
}

SequentialPlan plan_of(TestMeasure measure, double first, double second);

/// Prints the figures; `expected_boards` is the length by theory.
void print(const std::string& what, double truth, const Tally& tally, double expected_boards);

/// Simulates so many tests each of sides that are far stronger, or weaker, than was asked for, and expects that 93 to
/// 97 % of the intervals hold the truth, give or take `slack`, and that half of the estimates are below it, give or
/// take `slack_of_half`.
void expect_right_intervals_of_the_far_stronger(int tests, double slack, double slack_of_half);

/// The same of bots that end most boards alike, whose intervals hold the truth more often.
void expect_right_intervals_where_few_boards_differ(int tests, double slack);

}  // namespace tichu::arena
