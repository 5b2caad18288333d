#include "arena/statistics/rating/score_covariance.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tichu::arena {
namespace {

/// The score's part from one board number at a time.
class ClusterScore {
 public:
  explicit ClusterScore(std::size_t entrants) : score_(entrants, 0.0), touched_(entrants, false) {}

  void add(const BoardResidual& board, double residual) {
    add(board.entrants[0], residual);
    add(board.entrants[1], -residual);
  }
  /// Adds the cluster's square to `sum` and forgets the cluster.
  void finish(SymmetricMatrix& sum) {
    std::vector<double> values;
    for (const std::size_t row : rows_) {
      values.push_back(score_[row]);
      score_[row] = 0;
      touched_[row] = false;
    }
    sum.add_square(rows_, values);
    rows_.clear();
  }

 private:
  void add(std::size_t entrant, double value) {
    score_[entrant] += value;
    if (touched_[entrant]) return;
    touched_[entrant] = true;
    rows_.push_back(entrant);
  }

  std::vector<double> score_;
  std::vector<bool> touched_;
  std::vector<std::size_t> rows_;
};

/// How many clusters each entrant has: its board numbers, or the sum of evenness if that is less. `residuals` are
/// sorted by number.
std::vector<double> clusters_of(std::size_t entrants, const std::vector<BoardResidual>& residuals) {
  std::vector<double> numbers(entrants, 0.0);
  std::vector<double> evenness(entrants, 0.0);
  std::vector<std::optional<BoardNumber>> last(entrants);
  for (const BoardResidual& board : residuals) {
    for (const std::size_t entrant : board.entrants) {
      evenness[entrant] += board.evenness;
      if (last[entrant] == board.board) continue;
      last[entrant] = board.board;
      numbers[entrant] += 1;
    }
  }
  for (std::size_t i = 0; i < entrants; ++i) numbers[i] = std::min(numbers[i], evenness[i]);
  return numbers;
}

}  // namespace

SymmetricMatrix clustered_score_covariance(std::size_t entrants, std::vector<BoardResidual> residuals) {
  // With so few clusters an entrant's own residuals tell nothing of its errors, and the model has all the weight.
  constexpr double ClustersOfModel = 4;
  std::stable_sort(residuals.begin(), residuals.end(),
                   [](const BoardResidual& a, const BoardResidual& b) { return a.board < b.board; });
  const std::vector<double> clusters = clusters_of(entrants, residuals);
  SymmetricMatrix sum(entrants);
  ClusterScore score(entrants);
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    const BoardResidual& board = residuals[i];
    const double fewer = std::min(clusters[board.entrants[0]], clusters[board.entrants[1]]);
    const double by_model = fewer > ClustersOfModel ? ClustersOfModel / fewer : 1.0;
    if (by_model < 1) score.add(board, board.residual * std::sqrt((1 - by_model) * fewer / (fewer - 1)));
    sum.add_difference(board.entrants[0], board.entrants[1], by_model * board.variance);
    if (i + 1 < residuals.size() && residuals[i + 1].board == board.board) continue;
    score.finish(sum);
  }
  return sum;
}

}  // namespace tichu::arena
