#include "arena/statistics/rating/score_counts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tichu::arena {

std::uint64_t ScoreCounts::boards() const { return std::accumulate(cells.begin(), cells.end(), std::uint64_t{0}); }

double ScoreCounts::mean() const {
  if (boards() == 0) return 0.5;
  const auto last = static_cast<double>(cells.size() - 1);
  double sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) sum += static_cast<double>(cells[i]) * static_cast<double>(i) / last;
  return sum / static_cast<double>(boards());
}

void ScoreCounts::add(double score) {
  const auto last = static_cast<double>(cells.size() - 1);
  cells[static_cast<std::size_t>(std::lround(std::clamp(score, 0.0, 1.0) * last))] += 1;
}

double ScoreDistribution::mean() const {
  double sum = 0;
  for (const ScoreChance& cell : cells) sum += cell.chance * cell.score;
  return sum;
}

double ScoreDistribution::variance() const {
  const double center = mean();
  double sum = 0;
  for (const ScoreChance& cell : cells) sum += cell.chance * (cell.score - center) * (cell.score - center);
  return sum;
}

ScoreDistribution observed_distribution(const ScoreCounts& counts) {
  constexpr double EmptyCell = 1e-3;
  const auto weight = [](std::uint64_t count) { return count == 0 ? EmptyCell : static_cast<double>(count); };
  ScoreDistribution result;
  for (const std::uint64_t count : counts.cells) result.boards += weight(count);
  const auto last = static_cast<double>(counts.cells.size() - 1);
  for (std::size_t i = 0; i < counts.cells.size(); ++i) {
    result.cells.push_back({static_cast<double>(i) / last, weight(counts.cells[i]) / result.boards});
  }
  return result;
}

}  // namespace tichu::arena
