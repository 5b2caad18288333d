// Error rates, lengths and intervals of simulated sequential tests. Each prints its figures.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "arena/statistics/rating/elo_scale.h"
#include "arena/statistics/rating/likelihood_ratio.h"
#include "arena/statistics/sequential/bounded_walk.h"
#include "arena/statistics/sequential/pool_difference.h"
#include "arena/statistics/sequential/sequential_test.h"
#include "tests/arena/statistics/sequential/simulated_tests.h"

namespace tichu::arena {
namespace {

/// Of points, and of Elo, which takes longer to compute. The tier `middle` simulates a share of them (`simulated`),
/// within bounds that are wider by what chance does to so few.
constexpr int AllTests = 10'000;
constexpr int AllEloTests = 2'000;
const int Tests = simulated(AllTests);
const int EloTests = simulated(AllEloTests);

double chance(const Tally& tally, double share) {
  return chance_of_few(tally.tests, tally.tests <= EloTests ? AllEloTests : AllTests, share);
}

void expect_rarely(const Tally& tally, int count, double most) {
  EXPECT_LE(tally.share(count), most + chance(tally, most));
}

/// The lengths of tests deviate by about their mean.
void expect_length(const Tally& tally, double expected) {
  EXPECT_NEAR(tally.mean_boards() / expected, 1, 0.05 + 2 * chance(tally, 0.5));
}

/// Wald's expected boards for a truth, on the scale of one board's value, with Siegmund's correction for looking after
/// whole boards only: the bounds lie farther by 0.583 standard deviations of a step.
double theory(double first, double second, double truth, double deviation, const SprtErrors& errors) {
  const double unit = (second - first) / deviation;
  const BoundedWalk walk = overshoot_corrected_walk(errors.lower() / unit, errors.upper() / unit);
  return walk.mean_time((truth - (first + second) / 2) / deviation);
}

void expect_intervals(const Tally& tally) {
  EXPECT_GE(tally.share(tally.covered), 0.93 - chance(tally, 0.95));
  EXPECT_LE(tally.share(tally.covered), 0.97 + chance(tally, 0.95));
  EXPECT_NEAR(tally.share(tally.medians_below), 0.5, 0.04 + chance(tally, 0.5));
}

TEST(SimulatedPointsTests, KeepTheirErrorRatesLengthsAndIntervals) {
  constexpr double Deviation = 90;
  const SequentialPlan plan = plan_of(TestMeasure::Points, 0, 8);
  std::uint64_t seed = 1;
  for (const double truth : {-4.0, 0.0, 4.0, 8.0, 14.0}) {
    const Tally tally =
        simulate(Tests, plan, truth, seed++, [&](SimulatedBoards& boards) { return boards.margin(truth, Deviation); });
    const double expected = theory(0, 8, truth, Deviation, plan.errors);
    print("points 0 against 8", truth, tally, expected);
    if (truth <= 0) {
      expect_rarely(tally, tally.accepted, plan.errors.alpha);
    }
    if (truth >= 8) {
      expect_rarely(tally, tally.rejected, plan.errors.beta);
    }
    expect_length(tally, expected);
    expect_intervals(tally);
  }
}

/// Margins of 0 but for some, at both hypotheses, 0 and `second` points per round.
struct RareMargins {
  double second;
  double up;
  double down;
  std::array<double, 2> at_first;   ///< chances of `up` and `down`
  std::array<double, 2> at_second;  ///< the same
};

/// A board against each bot of a pool: NEW is stronger by `truth` on average, more against some than against others.
/// Cards favour both alike; what one does with them has partly the same luck against all opponents.
BoardResult simulated_pool_board(SimulatedBoards& boards, double truth) {
  constexpr std::array MoreAgainst{15.0, -5.0, -10.0};
  constexpr double CardLuck = 70;
  constexpr double OwnLuck = 30;
  constexpr double Luck = 60;
  const double cards = CardLuck * boards.normal();
  const double own = OwnLuck * boards.normal();
  std::vector<PoolBoard> pool;
  for (const double more : MoreAgainst) {
    PoolBoard board;
    board.of_new.margin = cards + own + boards.margin(truth + more, Luck).margin;
    board.of_old.margin = cards + boards.margin(0, Luck).margin;
    pool.push_back(board);
  }
  return pool_difference(pool);
}

TEST(SimulatedTestsOverAPool, KeepTheirErrorRatesLengthsAndIntervals) {
  const double deviation = std::hypot(30, 60 * std::sqrt(2.0 / 3));
  const SequentialPlan plan = plan_of(TestMeasure::Points, 0, 4);
  std::uint64_t seed = 71;
  for (const double truth : {0.0, 2.0, 4.0}) {
    const Tally tally = simulate(EloTests, plan, truth, seed++,
                                 [&](SimulatedBoards& boards) { return simulated_pool_board(boards, truth); });
    const double expected = theory(0, 4, truth, deviation, plan.errors);
    print("pool of three, points 0 against 4", truth, tally, expected);
    // Three standard errors of the mean length of 2,000 tests more than elsewhere.
    EXPECT_NEAR(tally.mean_boards() / expected, 1, 0.1 + 2 * chance(tally, 0.5));
    if (truth == 0) {
      expect_rarely(tally, tally.accepted, plan.errors.alpha);
    }
    if (truth == 4) {
      expect_rarely(tally, tally.rejected, plan.errors.beta);
    }
    expect_intervals(tally);
  }
}

TEST(SimulatedPointsTests, KeepTheirErrorRatesWhereFewBoardsDiffer) {
  const SequentialPlan plan = plan_of(TestMeasure::Points, 0, 2);
  std::uint64_t seed = 41;
  for (const RareMargins& c : {RareMargins{2, 100, -100, {0.02, 0.02}, {0.03, 0.01}},
                               {2, 100, -100, {0.01, 0.01}, {0.02, 0}},
                               {2, 300, -300, {0.0035, 0.0035}, {0.00667, 0}},
                               {2, 100, -100, {0.1, 0.1}, {0.11, 0.09}},
                               {2, 300, -20, {0.002, 0.03}, {0.00867, 0.03}},
                               {2, 20, -300, {0.03, 0.002}, {0.13, 0.002}}}) {
    const auto tally = [&](const std::array<double, 2>& chances, double truth) {
      const Tally found = simulate(EloTests, plan, truth, seed++, [&](SimulatedBoards& boards) {
        return boards.rare(c.up, chances[0], c.down, chances[1]);
      });
      print("rare " + std::to_string(c.up) + " or " + std::to_string(c.down), truth, found, 0);
      return found;
    };
    const Tally null = tally(c.at_first, 0);
    const Tally stronger = tally(c.at_second, c.second);
    // Two standard errors of 2,000 tests.
    constexpr double Chance = 0.01;
    expect_rarely(null, null.accepted, plan.errors.alpha + Chance);
    expect_rarely(stronger, stronger.rejected, plan.errors.beta + Chance);
  }
}

TEST(SimulatedPointsTests, KeepTheirErrorRatesRoughlyWhereMarginsAreSkew) {
  const SequentialPlan plan = plan_of(TestMeasure::Points, 0, 8);
  for (const double side : {1.0, -1.0}) {
    const auto tally = [&](double truth) {
      const Tally found = simulate(EloTests, plan, truth, 61, [&](SimulatedBoards& boards) {
        BoardResult board = boards.rare(220 * side, 1 / 11.0, 0, 0);
        board.margin += truth - 20 * side;
        return board;
      });
      print("one in eleven far out to side " + std::to_string(side), truth, found, 0);
      return found;
    };
    const Tally null = tally(0);
    const Tally stronger = tally(8);
    constexpr double Roughly = 0.05;
    expect_rarely(null, null.accepted, plan.errors.alpha + Roughly);
    expect_rarely(stronger, stronger.rejected, plan.errors.beta + Roughly);
  }
}

TEST(SimulatedPointsTests, KeepUnevenErrorRates) {
  SequentialPlan plan = plan_of(TestMeasure::Points, 0, 8);
  plan.errors = {0.01, 0.1};
  const Tally null = simulate(Tests, plan, 0, 11, [&](SimulatedBoards& boards) { return boards.margin(0, 90); });
  const Tally stronger = simulate(Tests, plan, 8, 12, [&](SimulatedBoards& boards) { return boards.margin(8, 90); });
  print("points 0 against 8, alpha 0.01, beta 0.1", 0, null, theory(0, 8, 0, 90, plan.errors));
  print("points 0 against 8, alpha 0.01, beta 0.1", 8, stronger, theory(0, 8, 8, 90, plan.errors));
  expect_rarely(null, null.accepted, 0.01);
  expect_rarely(stronger, stronger.rejected, 0.1);
}

TEST(SimulatedPointsTests, HaveRightIntervalsAtTheirLimit) {
  SequentialPlan plan = plan_of(TestMeasure::Points, 0, 8);
  plan.max_boards = 400;
  for (const double truth : {0.0, 4.0}) {
    const Tally tally =
        simulate(Tests, plan, truth, 21, [&](SimulatedBoards& boards) { return boards.margin(truth, 90); });
    print("points 0 against 8, at most 400 boards", truth, tally, 0);
    EXPECT_GT(tally.share(tally.accepted) + tally.share(tally.rejected), 0.1);
    EXPECT_LT(tally.share(tally.accepted) + tally.share(tally.rejected), 0.9);
    expect_intervals(tally);
  }
}

/// The chances of a pair's scores whose Elo, or normalized Elo, is `elo`: as few changed as possible.
std::array<double, 5> pair_chances(TestMeasure measure, double elo) {
  const ScoreDistribution even = observed_distribution({{120, 200, 360, 200, 120}});
  const ScoreDistribution turned = measure == TestMeasure::LogisticElo
                                       ? most_likely_with_mean(even, score_of_elo(elo))
                                       : most_likely_with_t(even, elo / NormalizedEloPerT * std::sqrt(2.0));
  std::array<double, 5> chances{};
  for (std::size_t i = 0; i < chances.size(); ++i) chances[i] = turned.cells[i].chance;
  return chances;
}

TEST(SimulatedEloTests, KeepTheirErrorRatesLengthsAndIntervals) {
  std::uint64_t seed = 31;
  for (const TestMeasure measure : {TestMeasure::LogisticElo, TestMeasure::NormalizedElo}) {
    const SequentialPlan plan = plan_of(measure, 0, 20);
    for (const double truth : {0.0, 10.0, 20.0}) {
      const std::array<double, 5> chances = pair_chances(measure, truth);
      // Halfway lies the truth that takes longest, and no bound on an error rate.
      const Tally tally = simulate(truth == 10 ? EloTests : Tests, plan, truth, seed++,
                                   [&](SimulatedBoards& boards) { return boards.score(chances); });
      const double deviation = std::sqrt(observed_distribution({{120, 200, 360, 200, 120}}).variance());
      const auto score = [&](double elo) {
        return measure == TestMeasure::LogisticElo ? score_of_elo(elo)
                                                   : 0.5 + elo / NormalizedEloPerT * std::sqrt(2.0) * deviation;
      };
      const double expected = theory(score(0), score(20), score(truth), deviation, plan.errors);
      print(std::string(to_text(measure)) + " 0 against 20", truth, tally, expected);
      if (truth == 0) {
        expect_rarely(tally, tally.accepted, plan.errors.alpha);
      }
      if (truth == 20) {
        expect_rarely(tally, tally.rejected, plan.errors.beta);
      }
      expect_length(tally, expected);
      expect_intervals(tally);
    }
  }
}

/// Two standard errors of all tests.
constexpr double Slack = 0.01;

TEST(SimulatedIntervals, HoldTheTruthOfTheFarStronger) {
  expect_right_intervals_of_the_far_stronger(EloTests, Slack + chance_of_few(EloTests, AllEloTests, 0.95),
                                             Slack + chance_of_few(EloTests, AllEloTests, 0.5));
}

TEST(SimulatedIntervals, HoldTheTruthWhereFewBoardsDiffer) {
  expect_right_intervals_where_few_boards_differ(EloTests / 2,
                                                 Slack + chance_of_few(EloTests / 2, AllEloTests / 2, 0.95));
}

}  // namespace
}  // namespace tichu::arena
