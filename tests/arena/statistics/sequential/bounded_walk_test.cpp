#include "arena/statistics/sequential/bounded_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace tichu::arena {
namespace {

/// A second computation: the walk on a grid, its density moved on step by step (explicit differences).
struct Grid {
  double upper = 0;
  double lower = 0;
  double above = 0;
};

Grid walk_on_grid(double lower, double upper, double drift, double time, double place) {
  constexpr int Cells = 240;
  const double width = (upper - lower) / Cells;
  const double step = 0.4 * width * width;
  const int steps = static_cast<int>(std::ceil(time / step));
  const double dt = time / steps;
  const double out = dt / (2 * width * width);
  const double turn = drift * dt / (2 * width);
  std::vector<double> mass(Cells + 1, 0.0);
  const int start = static_cast<int>(std::lround(-lower / width));
  mass[static_cast<std::size_t>(start)] = 1;
  Grid grid;
  for (int i = 0; i < steps; ++i) {
    std::vector<double> next(Cells + 1, 0.0);
    for (std::size_t k = 1; k < Cells; ++k) {
      next[k] += mass[k] * (1 - 2 * out);
      next[k + 1] += mass[k] * (out + turn);
      next[k - 1] += mass[k] * (out - turn);
    }
    grid.upper += next[Cells];
    grid.lower += next[0];
    next[0] = next[Cells] = 0;
    mass = next;
  }
  for (std::size_t k = 1; k < Cells; ++k) {
    const double at = lower + static_cast<double>(k) * width;
    if (std::abs(at - place) < width / 2) grid.above += mass[k] / 2;
    if (at >= place + width / 2) grid.above += mass[k];
  }
  return grid;
}

TEST(BoundedWalk, AgreesWithAWalkOnAGrid) {
  struct Case {
    double lower, upper, drift, time, place;
  };
  for (const Case& c : {Case{-3, 3, 0.0, 4, 0}, Case{-3, 3, 0.7, 2, 1.5}, Case{-2, 4, -0.5, 9, -1},
                        Case{-1, 5, 0.3, 40, 0.5}, Case{-3, 3, 2.0, 1.2, 0}}) {
    const BoundedWalk walk(c.lower, c.upper);
    const Grid grid = walk_on_grid(c.lower, c.upper, c.drift, c.time, c.place);
    EXPECT_NEAR(walk.meets_upper(c.drift, c.time), grid.upper, 1e-3);
    EXPECT_NEAR(walk.meets_lower(c.drift, c.time), grid.lower, 1e-3);
    EXPECT_NEAR(walk.stands_above(c.drift, c.time, c.place), grid.above, 2e-3);
  }
}

TEST(BoundedWalk, IsAlwaysSomewhere) {
  const BoundedWalk walk(-2, 3.5);
  for (const double drift : {-8.0, -1.0, -0.01, 0.0, 0.3, 2.0, 15.0}) {
    for (const double time : {0.001, 0.5, 3.0, 30.0, 1000.0}) {
      const double sum =
          walk.meets_upper(drift, time) + walk.meets_lower(drift, time) + walk.stands_above(drift, time, -2);
      EXPECT_NEAR(sum, 1, 1e-9) << drift << " " << time;
    }
  }
}

TEST(BoundedWalk, ComesToWaldsChancesInTheEnd) {
  const BoundedWalk walk(-2, 3.5);
  for (const double drift : {-1.5, -0.2, 0.0, 1e-12, 0.4, 3.0}) {
    EXPECT_NEAR(walk.meets_upper(drift, 5000), walk.acceptance(drift), 1e-9) << drift;
  }
  EXPECT_NEAR(walk.mean_time(0), 7, 1e-9);
  EXPECT_NEAR(walk.mean_time(1e-4), 7, 0.01);
  EXPECT_NEAR(walk.mean_time(50), 3.5 / 50, 1e-9);
}

TEST(BoundedWalk, TakesLongestBetweenItsBoundsNotAlwaysWithoutDrift) {
  for (const auto& [lower, upper] : {std::pair(-3.0, 3.0), {-2.0, 6.0}, {-9.0, 0.5}}) {
    const BoundedWalk walk(lower, upper);
    double longest = 0;
    for (int i = -4'000; i <= 4'000; ++i) longest = std::max(longest, walk.mean_time(i / 1'000.0));
    EXPECT_NEAR(walk.longest_mean_time() / longest, 1, 1e-4);
  }
  EXPECT_NEAR(BoundedWalk(-3, 3).longest_mean_time(), 9, 1e-6);
  EXPECT_GT(BoundedWalk(-9, 0.5).longest_mean_time(), 1.1 * BoundedWalk(-9, 0.5).mean_time(0));
}

TEST(BoundedWalk, IsFiniteForExtremes) {
  const BoundedWalk walk(-200, 300);
  for (const double drift : {-1e4, -5.0, 0.0, 5.0, 1e4}) {
    for (const double time : {1e-6, 1.0, 1e6}) {
      EXPECT_TRUE(std::isfinite(walk.meets_upper(drift, time)));
      EXPECT_TRUE(std::isfinite(walk.stands_above(drift, time, 10)));
      EXPECT_TRUE(std::isfinite(walk.mean_time(drift)));
    }
  }
}

}  // namespace
}  // namespace tichu::arena
