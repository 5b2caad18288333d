#include "arena/statistics/sequential/stopped_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "arena/statistics/rating/normal_distribution.h"
#include "tests/arena/statistics/sequential/simulated_boards.h"

namespace tichu::arena {
namespace {

constexpr double Look = 16;

/// How often sums, added up board by board and looked at from the first look on, end as well as `end` or better.
double simulated_chance(const StoppedSum& end, double mean, double deviation) {
  constexpr int Sums = 20'000;
  SimulatedBoards random(5);
  int better = 0;
  for (int i = 0; i < Sums; ++i) {
    double sum = 0;
    SprtVerdict verdict = SprtVerdict::Undecided;
    for (int board = 1; board <= end.boards && verdict == SprtVerdict::Undecided; ++board) {
      sum += mean + deviation * random.normal();
      if (board < end.first_look) continue;
      // The bound that was met last is where the sum stands.
      const bool is_last = board == end.boards;
      const double upper = is_last && end.verdict == SprtVerdict::Accepted ? end.sum : end.upper;
      const double lower = is_last && end.verdict == SprtVerdict::Rejected ? end.sum : end.lower;
      if (sum >= upper) verdict = SprtVerdict::Accepted;
      if (sum <= lower) verdict = SprtVerdict::Rejected;
    }
    if (verdict == SprtVerdict::Accepted) better += 1;
    if (verdict == SprtVerdict::Undecided && (end.verdict == SprtVerdict::Rejected || sum >= end.sum)) better += 1;
  }
  return static_cast<double>(better) / Sums;
}

TEST(ChanceOfBetter, AgreesWithSumsAddedUpBoardByBoard) {
  constexpr double Deviation = 2;
  for (const double mean : {-0.6, 0.0, 0.3, 1.0}) {
    for (const StoppedSum& end : {StoppedSum{SprtVerdict::Accepted, 16, Look, 26, -20, 20},
                                  {SprtVerdict::Accepted, 40, Look, 20.5, -20, 20},
                                  {SprtVerdict::Accepted, 200, Look, 61, -60, 60},
                                  {SprtVerdict::Rejected, 25, Look, -20.5, -20, 30},
                                  {SprtVerdict::Undecided, 16, Look, 3, -20, 20},
                                  {SprtVerdict::Undecided, 50, Look, 3, -20, 20}}) {
      EXPECT_NEAR(stagewise_p_value(end, mean, Deviation), simulated_chance(end, mean, Deviation), 0.025)
          << mean << ", boards " << end.boards << ", " << to_text(end.verdict);
    }
  }
}

TEST(ChanceOfBetter, AtTheFirstLookIsThatOfANormalSum) {
  const StoppedSum end{SprtVerdict::Accepted, Look, Look, 50, -20, 20};
  EXPECT_NEAR(stagewise_p_value(end, 50.0 / 16, 3), 0.5, 1e-12);
  EXPECT_NEAR(stagewise_p_value(end, 50.0 / 16 - Normal95 * 3 / 4, 3), 0.025, 1e-9);
}

TEST(ChanceOfBetter, DoesNotJumpWhereBoundsAreTooFarForTheFirstLookToMatter) {
  for (const double mean : {0.0, 0.5}) {
    // The bounds in standard deviations from which on the walk is taken as looked at all the time.
    const double far = mean * Look + 6 * std::sqrt(Look) - 0.583;
    const auto chance = [&](double bound) {
      return stagewise_p_value({SprtVerdict::Accepted, 300, Look, bound, -bound, bound}, mean, 1);
    };
    EXPECT_NEAR(chance(far - 1e-9), chance(far + 1e-9), 1e-6) << mean;
  }
}

TEST(ChanceOfBetter, RisesWithTheMean) {
  for (const SprtVerdict verdict : {SprtVerdict::Accepted, SprtVerdict::Rejected, SprtVerdict::Undecided}) {
    const double sum = verdict == SprtVerdict::Accepted ? 33 : verdict == SprtVerdict::Rejected ? -33 : 4;
    const StoppedSum end{verdict, 45, Look, sum, -30, 30};
    double last = 0;
    for (double mean = -4; mean <= 4; mean += 0.05) {
      const double chance = stagewise_p_value(end, mean, 3);
      EXPECT_GE(chance, last - 1e-9) << mean;
      last = chance;
    }
    EXPECT_GT(last, 0.99);
  }
}

}  // namespace
}  // namespace tichu::arena
