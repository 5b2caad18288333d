#include "arena/statistics/rating/score_covariance.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tichu::arena {
namespace {

/// The score's part from one board number at a time.
class ClusterScore {
 public:
  explicit ClusterScore(std::size_t rows) : score_(rows, 0.0), touched_(rows, false) {}

  void add(const ScoreRows& rows, double residual) {
    for (std::size_t i = 0; i < rows.rows().size(); ++i) add(rows.rows()[i], rows.factors()[i] * residual);
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
  void add(std::size_t row, double value) {
    score_[row] += value;
    if (touched_[row]) return;
    touched_[row] = true;
    rows_.push_back(row);
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

SymmetricMatrix clustered_score_covariance(std::size_t entrants, std::size_t rows, std::vector<BoardResidual> residuals,
                                           const std::function<const ScoreRows&(const BoardResidual&)>& rows_of) {
  // With so few clusters an entrant's own residuals tell nothing of its errors, and the model has all the weight.
  constexpr double ClustersOfModel = 4;
  std::stable_sort(residuals.begin(), residuals.end(),
                   [](const BoardResidual& a, const BoardResidual& b) { return a.board < b.board; });
  const std::vector<double> clusters = clusters_of(entrants, residuals);
  SymmetricMatrix sum(rows);
  ClusterScore score(rows);
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    const BoardResidual& board = residuals[i];
    const double fewer = std::min(clusters[board.entrants[0]], clusters[board.entrants[1]]);
    const double by_model = fewer > ClustersOfModel ? ClustersOfModel / fewer : 1.0;
    const ScoreRows& entered = rows_of(board);
    if (by_model < 1) score.add(entered, board.residual * std::sqrt((1 - by_model) * fewer / (fewer - 1)));
    entered.add_square(sum, by_model * board.variance);
    if (i + 1 < residuals.size() && residuals[i + 1].board == board.board) continue;
    score.finish(sum);
  }
  return sum;
}

SymmetricMatrix clustered_score_covariance(std::size_t entrants, std::vector<BoardResidual> residuals) {
  ScoreRows rows;
  return clustered_score_covariance(entrants, entrants, std::move(residuals), [&](const BoardResidual& board) {
    rows = ScoreRows();
    rows.add(board.entrants[0], 1);
    rows.add(board.entrants[1], -1);
    return std::cref(rows);
  });
}

}  // namespace tichu::arena
