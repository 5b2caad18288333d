#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <random>

#include "arena/statistics/rating/board_result.h"

namespace tichu::arena {

/// Boards whose truth is known, from seeded random numbers.
class SimulatedBoards {
 public:
  explicit SimulatedBoards(std::uint64_t seed) : random_(seed) {}

  /// A margin as duplicated deals have: mostly near its mean, sometimes far out. Its mean is `mean`, its standard
  /// deviation `deviation`.
  BoardResult margin(double mean, double deviation) {
    // Three in four boards have a fifth of the spread; a mixture of two normal distributions.
    constexpr double Narrow = 0.2;
    constexpr double ShareOfNarrow = 0.75;
    const double wide = std::sqrt((1 - ShareOfNarrow * Narrow * Narrow) / (1 - ShareOfNarrow));
    const double factor = uniform_(random_) < ShareOfNarrow ? Narrow : wide;
    BoardResult result;
    result.margin = mean + deviation * factor * normal_(random_);
    result.tables = 2;
    return result;
  }

  /// A margin from one normal distribution.
  BoardResult even_margin(double mean, double deviation) {
    BoardResult result;
    result.margin = mean + deviation * normal_(random_);
    result.tables = 2;
    return result;
  }

  /// A board that differs seldom: `up` points with one chance, `down` with another, else 0.
  BoardResult rare(double up, double chance_up, double down, double chance_down) {
    const double place = uniform_(random_);
    BoardResult result;
    result.margin = place < chance_up ? up : place < chance_up + chance_down ? down : 0;
    result.tables = 2;
    return result;
  }

  /// A pair's score, 0 to 1 in quarters, with these chances from the lowest to the highest.
  BoardResult score(const std::array<double, 5>& chances) {
    double place = uniform_(random_);
    std::size_t cell = 0;
    while (cell + 1 < chances.size() && place >= chances[cell]) place -= chances[cell++];
    BoardResult result;
    result.score = static_cast<double>(cell) / 4;
    result.tables = 2;
    return result;
  }

  double normal() { return normal_(random_); }
  double uniform() { return uniform_(random_); }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(uniform() * static_cast<double>(bound)); }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_{0, 1};
};

}  // namespace tichu::arena
