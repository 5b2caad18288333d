#include "arena/rating/points_rating.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tichu::arena {
namespace {

/// Boards of the prior.
constexpr double PriorBoards = 0.01;
/// The variance of a board's margin before any was seen. (Duplicated deals between like bots: about 90².)
constexpr double PriorVariance = 100.0 * 100.0;

struct Difference {
  std::size_t first = 0;
  std::size_t second = 0;
};

Difference sides(const BoardValue& board) {
  return {static_cast<std::size_t>(board.entrants[0]), static_cast<std::size_t>(board.entrants[1])};
}

/// Boards between two different entrants, by number.
std::vector<BoardValue> usable_boards(std::span<const BoardValue> boards) {
  std::vector<BoardValue> usable;
  usable.reserve(boards.size());
  for (const BoardValue& board : boards) {
    if (board.entrants[0] != board.entrants[1]) usable.push_back(board);
  }
  std::stable_sort(usable.begin(), usable.end(),
                   [](const BoardValue& a, const BoardValue& b) { return a.board < b.board; });
  return usable;
}

/// The slope of the sum of squares, a cluster at a time.
class ClusterSlope {
 public:
  explicit ClusterSlope(std::size_t entrants) : slope_(entrants, 0.0), touched_(entrants, false) {}

  void add(const Difference& d, double residual) {
    add(d.first, residual);
    add(d.second, -residual);
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

/// The covariance of the slope at these strengths.
SymmetricMatrix slope_covariance(const std::vector<BoardValue>& boards, const std::vector<double>& strengths,
                                 const SymmetricMatrix& information) {
  SymmetricMatrix clusters(strengths.size());
  ClusterSlope slope(strengths.size());
  double squares = 0;
  double numbers = 0;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const Difference d = sides(boards[i]);
    const double residual = boards[i].value - (strengths[d.first] - strengths[d.second]);
    slope.add(d, residual);
    squares += residual * residual;
    if (i + 1 < boards.size() && boards[i + 1].board == boards[i].board) continue;
    slope.finish(clusters);
    numbers += 1;
  }
  const auto count = static_cast<double>(boards.size());
  const double fitted = static_cast<double>(strengths.size()) - 1;
  const double freedom = std::max(count - fitted, count / 2);
  const double variance = (squares + PriorVariance) / (freedom + 1);
  if (numbers > 1) clusters.scale(numbers / (numbers - 1) * (count / freedom));
  if (numbers < 2) clusters.scale(0);
  clusters.add_multiple(information, variance / std::max(numbers, 1.0));
  for (std::size_t i = 0; i < strengths.size(); ++i) clusters.add(i, i, PriorBoards * variance);
  return clusters;
}

}  // namespace

StrengthTable rate_points(std::size_t entrants, std::span<const BoardValue> boards,
                          std::optional<StrengthAnchor> anchor) {
  const std::vector<BoardValue> usable = usable_boards(boards);
  SymmetricMatrix information(entrants);
  std::vector<double> sums(entrants, 0.0);
  for (std::size_t i = 0; i < entrants; ++i) information.add(i, i, PriorBoards);
  for (const BoardValue& board : usable) {
    const Difference d = sides(board);
    information.add_difference(d.first, d.second, 1.0);
    sums[d.first] += board.value;
    sums[d.second] -= board.value;
  }
  const SymmetricMatrix inverse = information.inverse();
  std::vector<double> strengths(entrants, 0.0);
  for (std::size_t i = 0; i < entrants; ++i) {
    for (std::size_t k = 0; k < entrants; ++k) strengths[i] += inverse(i, k) * sums[k];
  }
  SymmetricMatrix covariance = inverse.around(slope_covariance(usable, strengths, information));
  return {std::move(strengths), std::move(covariance), anchor};
}

}  // namespace tichu::arena
