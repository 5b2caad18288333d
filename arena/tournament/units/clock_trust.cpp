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

/// Of one pairing.
struct PairingFit {
  std::size_t boards = 0;
  double sum = 0;
  double squares = 0;

  void add(double margin) {
    ++boards;
    sum += margin;
    squares += margin * margin;
  }
  double mean() const { return sum / static_cast<double>(boards); }
  double variance() const { return (squares - sum * mean()) / static_cast<double>(boards - 1); }
};

/// What a worker's boards of a pairing sum to, and what variance that has, since the fit has followed them.
struct PairingSum {
  std::size_t first = 0;
  std::size_t second = 0;
  double sum = 0;
  double variance = 0;
};

/// Sums of one worker, by its entrants, and their covariance: of two that met the negative variance of what they
/// played, of one the sum over those that it met. It is a graph's Laplacian, so one entrant of each connected part is
/// left out.
class WorkerSums {
 public:
  WorkerSums(const std::vector<PairingSum>& pairings, const std::vector<std::size_t>& entrants) {
    for (std::size_t i = 0; i < entrants.size(); ++i) places_[entrants[i]] = i;
    const std::size_t size = entrants.size();
    sums_.assign(size, 0);
    covariance_.assign(size * size, 0);
    parent_.resize(size);
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (const PairingSum& pairing : pairings) add(pairing);
  }

  /// Chi squared, and its degrees of freedom.
  std::pair<double, std::size_t> chi_squared() const {
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
    return {chi, size};
  }

 private:
  void add(const PairingSum& pairing) {
    const auto first = places_.find(pairing.first);
    const auto second = places_.find(pairing.second);
    if (first == places_.end() || second == places_.end()) return;
    const std::size_t a = first->second;
    const std::size_t b = second->second;
    sums_[a] += pairing.sum;
    sums_[b] -= pairing.sum;
    covariance_[a * sums_.size() + a] += pairing.variance;
    covariance_[b * sums_.size() + b] += pairing.variance;
    covariance_[a * sums_.size() + b] -= pairing.variance;
    covariance_[b * sums_.size() + a] -= pairing.variance;
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

using Pairings = std::map<std::pair<std::size_t, std::size_t>, PairingFit>;

/// The entrants of a worker's pairings, those with most of them if there are too many.
std::vector<std::size_t> entrants_of(const std::vector<PairingSum>& pairings) {
  std::map<std::size_t, std::size_t> counts;
  for (const PairingSum& pairing : pairings) {
    ++counts[pairing.first];
    ++counts[pairing.second];
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

/// What a worker's boards say, of pairings that others have played, too.
std::vector<PairingSum> sums_of(const Pairings& own, const Pairings& all) {
  std::vector<PairingSum> sums;
  for (const auto& [pairing, fit] : own) {
    const PairingFit& whole = all.at(pairing);
    if (whole.boards < LeastResidualBoards || fit.boards == whole.boards || whole.variance() <= 0) continue;
    const auto boards = static_cast<double>(fit.boards);
    const double others = 1 - boards / static_cast<double>(whole.boards);
    sums.push_back(
        {pairing.first, pairing.second, fit.sum - boards * whole.mean(), whole.variance() * boards * others});
  }
  return sums;
}

double normal_of(double chi_squared, std::size_t degrees) {
  const double ninth = 2.0 / (9.0 * static_cast<double>(degrees));
  return (std::cbrt(chi_squared / static_cast<double>(degrees)) - (1 - ninth)) / std::sqrt(ninth);
}

}  // namespace

std::vector<WorkerResidual> worker_residuals(const std::vector<WorkerBoard>& boards, std::size_t workers) {
  Pairings all;
  std::vector<Pairings> by_worker(workers);
  std::vector<std::size_t> counts(workers, 0);
  for (const WorkerBoard& board : boards) {
    all[{board.first, board.second}].add(board.margin);
    by_worker[board.worker][{board.first, board.second}].add(board.margin);
    ++counts[board.worker];
  }
  std::vector<WorkerResidual> residuals;
  for (std::size_t worker = 0; worker < workers; ++worker) {
    if (counts[worker] < LeastResidualBoards) continue;
    const std::vector<PairingSum> sums = sums_of(by_worker[worker], all);
    const auto [chi, degrees] = WorkerSums(sums, entrants_of(sums)).chi_squared();
    if (degrees == 0) continue;
    residuals.push_back({worker, counts[worker], chi, degrees, normal_of(chi, degrees)});
  }
  return residuals;
}

std::vector<WorkerResidual> doubtful_workers(std::vector<WorkerBoard> boards, std::size_t workers) {
  std::vector<WorkerResidual> doubtful;
  while (true) {
    const std::vector<WorkerResidual> residuals = worker_residuals(boards, workers);
    const auto worst = std::max_element(residuals.begin(), residuals.end(),
                                        [](const WorkerResidual& a, const WorkerResidual& b) { return a.z < b.z; });
    if (worst == residuals.end() || worst->z <= ResidualAlarm) return doubtful;
    doubtful.push_back(*worst);
    std::erase_if(boards, [&](const WorkerBoard& board) { return board.worker == worst->worker; });
  }
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
