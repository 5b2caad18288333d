#include "arena/tournament/units/clock_trust.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace tichu::arena {
namespace {

/// More entrants than this of one worker are not compared, but those with most boards: the covariance has their square.
constexpr std::size_t MostEntrants = 200;

/// Sums of one worker, by its entrants, and their covariance but for the boards' variance: of two that met n times -n,
/// of one that played n boards n. It is a graph's Laplacian, so one entrant of each connected part is left out.
class WorkerSums {
 public:
  WorkerSums(const std::vector<const WorkerBoard*>& boards, const std::vector<std::size_t>& entrants) {
    for (std::size_t i = 0; i < entrants.size(); ++i) places_[entrants[i]] = i;
    const std::size_t size = entrants.size();
    sums_.assign(size, 0);
    covariance_.assign(size * size, 0);
    parent_.resize(size);
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (const WorkerBoard* board : boards) add(*board);
  }

  /// Chi squared for boards of this variance, and its degrees of freedom.
  std::pair<double, std::size_t> chi_squared(double variance) {
    const std::vector<std::size_t> kept = without_roots();
    const std::size_t size = kept.size();
    std::vector<double> factor(size * size, 0);
    std::vector<double> solved(size, 0);
    double chi = 0;
    // Cholesky, and at once the forward solution: chi squared is the square of its length.
    for (std::size_t row = 0; row < size; ++row) {
      double rest = sums_[kept[row]];
      for (std::size_t column = 0; column <= row; ++column) {
        double value = covariance_[kept[row] * sums_.size() + kept[column]];
        for (std::size_t k = 0; k < column; ++k) value -= factor[row * size + k] * factor[column * size + k];
        factor[row * size + column] =
            column == row ? std::sqrt(std::max(value, 1e-12)) : value / factor[column * size + column];
        if (column < row) rest -= factor[row * size + column] * solved[column];
      }
      solved[row] = rest / factor[row * size + row];
      chi += solved[row] * solved[row];
    }
    return {chi / variance, size};
  }

 private:
  void add(const WorkerBoard& board) {
    const auto first = places_.find(board.first);
    const auto second = places_.find(board.second);
    if (first == places_.end() || second == places_.end()) return;
    const std::size_t a = first->second;
    const std::size_t b = second->second;
    sums_[a] += board.residual;
    sums_[b] -= board.residual;
    covariance_[a * sums_.size() + a] += 1;
    covariance_[b * sums_.size() + b] += 1;
    covariance_[a * sums_.size() + b] -= 1;
    covariance_[b * sums_.size() + a] -= 1;
    parent_[root(a)] = root(b);
  }

  std::size_t root(std::size_t place) const {
    while (parent_[place] != place) place = parent_[place];
    return place;
  }

  std::vector<std::size_t> without_roots() const {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      if (parent_[i] != i) kept.push_back(i);
    }
    return kept;
  }

  std::map<std::size_t, std::size_t> places_;
  std::vector<double> sums_;
  std::vector<double> covariance_;
  std::vector<std::size_t> parent_;
};

/// The entrants of a worker's boards, those with most boards if there are too many.
std::vector<std::size_t> entrants_of(const std::vector<const WorkerBoard*>& boards) {
  std::map<std::size_t, std::size_t> counts;
  for (const WorkerBoard* board : boards) {
    ++counts[board->first];
    ++counts[board->second];
  }
  std::vector<std::pair<std::size_t, std::size_t>> order;
  order.reserve(counts.size());
  for (const auto& [entrant, count] : counts) order.emplace_back(count, entrant);
  std::sort(order.rbegin(), order.rend());
  if (order.size() > MostEntrants) order.resize(MostEntrants);
  std::vector<std::size_t> entrants;
  entrants.reserve(order.size());
  for (const auto& [count, entrant] : order) entrants.push_back(entrant);
  return entrants;
}

double normal_of(double chi_squared, std::size_t degrees) {
  const double ninth = 2.0 / (9.0 * static_cast<double>(degrees));
  return (std::cbrt(chi_squared / static_cast<double>(degrees)) - (1 - ninth)) / std::sqrt(ninth);
}

}  // namespace

std::vector<WorkerResidual> worker_residuals(const std::vector<WorkerBoard>& boards, std::size_t workers) {
  std::vector<std::vector<const WorkerBoard*>> by_worker(workers);
  double squares = 0;
  for (const WorkerBoard& board : boards) {
    by_worker[board.worker].push_back(&board);
    squares += board.residual * board.residual;
  }
  std::vector<WorkerResidual> residuals;
  if (boards.empty() || squares == 0) return residuals;
  const double variance = squares / static_cast<double>(boards.size());
  for (std::size_t worker = 0; worker < workers; ++worker) {
    const std::vector<const WorkerBoard*>& own = by_worker[worker];
    if (own.size() < LeastResidualBoards) continue;
    const auto [chi, degrees] = WorkerSums(own, entrants_of(own)).chi_squared(variance);
    if (degrees == 0) continue;
    // The fit has followed these boards, the more the larger their share is.
    const double others = 1 - static_cast<double>(own.size()) / static_cast<double>(boards.size());
    if (others <= 0) continue;
    const double adjusted = chi / others;
    residuals.push_back({worker, own.size(), adjusted, degrees, normal_of(adjusted, degrees)});
  }
  return residuals;
}

const WorkerResidual* worst_worker(const std::vector<WorkerResidual>& residuals) {
  const auto worst = std::max_element(residuals.begin(), residuals.end(),
                                      [](const WorkerResidual& a, const WorkerResidual& b) { return a.z < b.z; });
  return worst == residuals.end() || worst->z <= ResidualAlarm ? nullptr : &*worst;
}

double lateness_z(const std::vector<LatenessRow>& rows) {
  double late = 0;
  double expected = 0;
  for (const LatenessRow& row : rows) {
    const auto own = static_cast<double>(row.seats);
    const double all = own + static_cast<double>(row.others_seats);
    if (row.seats == 0 || row.others_seats == 0) continue;
    late += static_cast<double>(row.late);
    expected += own * static_cast<double>(row.late + row.others_late) / all;
  }
  // Counts are whole, so half a count belongs to neither side.
  const double count = late - 0.5;
  if (expected <= 0 || count <= expected) return 0;
  return std::sqrt(2 * (count * std::log(count / expected) - (count - expected)));
}

}  // namespace tichu::arena
