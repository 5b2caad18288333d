#pragma once

#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "arena/statistics/rating/symmetric_matrix.h"

namespace tichu::testing {

/// What was seen before something came, or did not.
struct LogisticTrial {
  std::vector<double> features;  ///< the same number in all trials
  bool came = false;
};

/// A logistic regression: the chance that it comes is 1 / (1 + e^-(weights · features)).
struct LogisticFit {
  std::vector<double> weights;  ///< as many as features; in the units of log odds
  double log_loss = 0;          ///< a trial, in nats
};

/// The weights by which `trials`, at least one, are likeliest, by Newton's method. If some weights tell all trials
/// apart, there are no best ones: then they are merely large.
inline LogisticFit fit_logistic(const std::vector<LogisticTrial>& trials) {
  constexpr int Steps = 25;
  /// Added to the information: it keeps a step finite where the trials tell nothing, and does not move the best
  /// weights.
  constexpr double Damping = 1e-6;
  const std::size_t size = trials.front().features.size();
  std::vector<std::size_t> rows(size);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  const auto odds = [](const LogisticFit& fit, const LogisticTrial& trial) {
    return std::inner_product(trial.features.begin(), trial.features.end(), fit.weights.begin(), 0.0);
  };

  LogisticFit fit{std::vector<double>(size, 0.0)};
  for (int step = 0; step < Steps; ++step) {
    arena::SymmetricMatrix information(size);
    std::vector<double> slope(size, 0.0);
    for (const std::size_t row : rows) information.add(row, row, Damping);
    for (const LogisticTrial& trial : trials) {
      const double chance = 1 / (1 + std::exp(-odds(fit, trial)));
      std::vector<double> spread = trial.features;
      for (const std::size_t row : rows) {
        slope[row] += ((trial.came ? 1 : 0) - chance) * trial.features[row];
        spread[row] *= std::sqrt(chance * (1 - chance));
      }
      information.add_square(rows, spread);
    }
    const std::vector<double> change = information.solve(slope);
    for (const std::size_t row : rows) fit.weights[row] += change[row];
  }
  for (const LogisticTrial& trial : trials) {
    const double against = (trial.came ? -1 : 1) * odds(fit, trial);
    fit.log_loss += std::log1p(std::exp(against)) / static_cast<double>(trials.size());
  }
  return fit;
}

}  // namespace tichu::testing
