#include "arena/statistics/rating/board_deviations.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tichu::arena {
namespace {

/// The slope's part from one board number at a time.
class ClusterSlope {
 public:
  explicit ClusterSlope(std::size_t entrants) : slope_(entrants, 0.0), touched_(entrants, false) {}

  void add(const BoardDeviation& deviation, double residual) {
    add(deviation.entrants[0], residual);
    add(deviation.entrants[1], -residual);
  }
  /// Adds the cluster's square to `sum` and forgets the cluster.
  void finish(SymmetricMatrix& sum) {
    std::vector<double> values;
    for (const std::size_t row : rows_) {
      values.push_back(slope_[row]);
      slope_[row] = 0;
      touched_[row] = false;
    }
    sum.add_square(rows_, values);
    rows_.clear();
  }

 private:
  void add(std::size_t entrant, double value) {
    slope_[entrant] += value;
    if (touched_[entrant]) return;
    touched_[entrant] = true;
    rows_.push_back(entrant);
  }

  std::vector<double> slope_;
  std::vector<bool> touched_;
  std::vector<std::size_t> rows_;
};

/// How many units each entrant has: its board numbers, or the sum of evenness if that is less. `deviations` are in the
/// order of numbers.
std::vector<double> units_of(std::size_t entrants, const std::vector<BoardDeviation>& deviations) {
  std::vector<double> numbers(entrants, 0.0);
  std::vector<double> evenness(entrants, 0.0);
  std::vector<std::optional<std::uint64_t>> last(entrants);
  for (const BoardDeviation& deviation : deviations) {
    for (const std::size_t entrant : deviation.entrants) {
      evenness[entrant] += deviation.evenness;
      if (last[entrant] == deviation.board) continue;
      last[entrant] = deviation.board;
      numbers[entrant] += 1;
    }
  }
  for (std::size_t i = 0; i < entrants; ++i) numbers[i] = std::min(numbers[i], evenness[i]);
  return numbers;
}

}  // namespace

SymmetricMatrix slope_covariance(std::size_t entrants, std::vector<BoardDeviation> deviations) {
  constexpr double UnitsOfModel = 4;
  std::stable_sort(deviations.begin(), deviations.end(),
                   [](const BoardDeviation& a, const BoardDeviation& b) { return a.board < b.board; });
  const std::vector<double> units = units_of(entrants, deviations);
  SymmetricMatrix sum(entrants);
  ClusterSlope slope(entrants);
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    const BoardDeviation& deviation = deviations[i];
    const double fewer = std::min(units[deviation.entrants[0]], units[deviation.entrants[1]]);
    const double by_model = fewer > UnitsOfModel ? UnitsOfModel / fewer : 1.0;
    if (by_model < 1) slope.add(deviation, deviation.residual * std::sqrt((1 - by_model) * fewer / (fewer - 1)));
    sum.add_difference(deviation.entrants[0], deviation.entrants[1], by_model * deviation.variance);
    if (i + 1 < deviations.size() && deviations[i + 1].board == deviation.board) continue;
    slope.finish(sum);
  }
  return sum;
}

}  // namespace tichu::arena
