#include "tests/arena/statistics/sequential/simulated_tests.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "arena/statistics/rating/elo_scale.h"

namespace tichu::arena {
namespace {

constexpr double LeastCoverage = 0.93;
constexpr double MostCoverage = 0.97;

/// A truth, and the hypotheses that it is tested against.
struct FarStronger {
  TestMeasure measure;
  double first;
  double second;
  double truth;
  double deviation;  ///< of a board's margin
};

constexpr TestMeasure Points = TestMeasure::Points;
constexpr TestMeasure Logistic = TestMeasure::LogisticElo;
constexpr TestMeasure Normalized = TestMeasure::NormalizedElo;

constexpr FarStronger FarStrongerCases[] = {
    {Points, 0, 20, 200, 60},    {Points, 0, 20, 300, 100},   {Points, 0, 20, 300, 200},  {Points, 0, 50, 150, 100},
    {Points, 0, 10, 300, 60},    {Points, 0, 20, 100, 80},    {Points, 0, 80, 40, 60},    {Points, 0, 20, -200, 60},
    {Points, 0, 2, 150, 80},     {Logistic, 0, 20, 50, 0},    {Logistic, 0, 20, 100, 0},  {Logistic, 0, 20, 200, 0},
    {Logistic, 0, 20, 300, 0},   {Logistic, 0, 20, -300, 0},  {Logistic, 0, 100, 200, 0}, {Logistic, 0, 100, 400, 0},
    {Normalized, 0, 20, 100, 0}, {Normalized, 0, 20, 211, 0}, {Normalized, 0, 20, 339, 0}};

/// The chances of a pair's scores whose two tables are won or lost by themselves.
std::array<double, 5> chances_of_two_tables(const FarStronger& c) {
  double won = score_of_elo(c.truth);
  if (c.measure == Normalized) {
    const double t = c.truth / NormalizedEloPerT;
    won = 0.5 + t / std::sqrt(1 + t * t) / 2;
  }
  return {(1 - won) * (1 - won), 0, 2 * won * (1 - won), 0, won * won};
}

}  // namespace

int simulated(int whole) {
  const char* share = std::getenv("TICHU_SIMULATIONS");
  return share == nullptr ? whole : static_cast<int>(std::lround(whole * std::strtod(share, nullptr)));
}

double chance_of_few(int tests, int whole, double share) {
  return tests >= whole ? 0 : 3 * std::sqrt(share * (1 - share) / tests);
}

void Tally::add(const SequentialTest& test, double truth) {
  const SequentialState state = test.state();
  const IntervalEstimate estimate = test.estimate();
  tests += 1;
  accepted += state.verdict == SprtVerdict::Accepted ? 1 : 0;
  rejected += state.verdict == SprtVerdict::Rejected ? 1 : 0;
  boards += static_cast<double>(state.boards);
  const bool is_below = estimate.high && *estimate.high < truth;
  const bool is_above = estimate.low && *estimate.low > truth;
  covered += is_below || is_above ? 0 : 1;
  below += is_below ? 1 : 0;
  medians_below += estimate.value < truth ? 1 : 0;
}

SequentialPlan plan_of(TestMeasure measure, double first, double second) {
  SequentialPlan plan;
  plan.measure = measure;
  plan.first = first;
  plan.second = second;
  plan.max_boards = 1'000'000;
  return plan;
}

void print(const std::string& what, double truth, const Tally& tally, double expected_boards) {
  std::printf(
      "%s, truth %g: accepted %.2f %%, rejected %.2f %%, boards %.0f (theory %.0f), covered %.2f %%, "
      "interval below %.2f %%, median below %.2f %%\n",
      what.c_str(), truth, 100 * tally.share(tally.accepted), 100 * tally.share(tally.rejected), tally.mean_boards(),
      expected_boards, 100 * tally.share(tally.covered), 100 * tally.share(tally.below),
      100 * tally.share(tally.medians_below));
}

void expect_right_intervals_of_the_far_stronger(int tests, double slack, double slack_of_half) {
  std::uint64_t seed = 101;
  for (const FarStronger& c : FarStrongerCases) {
    const std::array<double, 5> chances = chances_of_two_tables(c);
    const Tally tally =
        simulate(tests, plan_of(c.measure, c.first, c.second), c.truth, seed++, [&](SimulatedBoards& boards) {
          return c.measure == Points ? boards.even_margin(c.truth, c.deviation) : boards.score(chances);
        });
    print(std::string(to_text(c.measure)) + " " + std::to_string(c.first) + " against " + std::to_string(c.second),
          c.truth, tally, 0);
    EXPECT_GE(tally.share(tally.covered), LeastCoverage - slack) << c.truth;
    EXPECT_LE(tally.share(tally.covered), MostCoverage + slack) << c.truth;
    constexpr double Chunky = 0.06;  // of scores there are few
    EXPECT_NEAR(tally.share(tally.medians_below), 0.5, Chunky + slack_of_half) << c.truth;
  }
}

void expect_right_intervals_where_few_boards_differ(int tests, double slack) {
  std::uint64_t seed = 141;
  for (const double share : {0.0, 0.002, 0.005, 0.01, 0.02}) {
    for (const auto& [first, second] : {std::pair(0.0, 5.0), {-5.0, 0.0}}) {
      const Tally scores = simulate(tests, plan_of(Logistic, first, second), 0, seed++, [&](SimulatedBoards& boards) {
        return boards.score({share / 2, 0, 1 - share, 0, share / 2});
      });
      print("Elo where few boards differ: " + std::to_string(share), 0, scores, 0);
      EXPECT_GE(scores.share(scores.covered), LeastCoverage - slack) << share;
    }
    const Tally margins = simulate(tests, plan_of(Points, 0, 2), 0, seed++, [&](SimulatedBoards& boards) {
      return boards.rare(100, share / 2, -100, share / 2);
    });
    print("points where few boards differ: " + std::to_string(share), 0, margins, 0);
    EXPECT_GE(margins.share(margins.covered), LeastCoverage - slack) << share;
  }
}

}  // namespace tichu::arena
