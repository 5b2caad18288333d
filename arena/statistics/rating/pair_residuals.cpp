#include "arena/statistics/rating/pair_residuals.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tichu::arena {
namespace {

/// The median of the square of a standard normal number.
constexpr double MedianOfSquare = 0.4549364;
/// Boards of equal margins tell nothing of their variance: it counts as so many boards of this one.
constexpr double GuessedBoards = 4;
constexpr double GuessedVariance = 100.0 * 100.0;

/// What is guessed of how pairs differ from their strengths, and how many pairs' worth that is: few pairs tell little,
/// and bots of very different strength differ by as much.
constexpr double GuessedStyle = 15.0 * 15.0;
constexpr double GuessedPairs = 10;

/// Nobody makes more of every round than a double victory and a grand Tichu bring together (RULES 8).
constexpr double MostOfRound = 400;

/// What is left of a difference of strengths at most is that itself, at least this: of 50 points 44, of 330 180.
/// Between bots far apart the boards say which; where bots are close it makes no difference.
double least_expected(double difference) { return difference / (1 + std::abs(difference) / MostOfRound); }

struct Sums {
  std::uint64_t boards = 0;
  double margin = 0;
  double expected = 0;
  double least = 0;  ///< `least_expected`
  double residual = 0;
  double squares = 0;  ///< of residuals
};

struct Judged {
  PairResidual pair;
  double least = 0;
  double variance = 0;  ///< of the mean residual, by its boards

  double residual() const {
    const auto [low, high] = std::minmax(least, pair.expected);
    return pair.margin - std::clamp(pair.margin, low, high);
  }
};

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// By how much pairs differ from their strengths beside the luck of their boards, as a variance. The median does not
/// let the few count that are looked for.
double usual_variance(const std::vector<Judged>& pairs) {
  std::vector<double> excess;
  excess.reserve(pairs.size());
  for (const Judged& pair : pairs) {
    excess.push_back(pair.residual() * pair.residual() - MedianOfSquare * pair.variance);
  }
  const auto count = static_cast<double>(excess.size());
  const double found = std::max(0.0, median(std::move(excess)) / MedianOfSquare);
  return (count * found + GuessedPairs * GuessedStyle) / (count + GuessedPairs);
}

Judged judged(const std::pair<std::size_t, std::size_t>& groups, const Sums& sums) {
  const auto boards = static_cast<double>(sums.boards);
  const double mean = sums.residual / boards;
  const double spread = sums.squares - boards * mean * mean + GuessedBoards * GuessedVariance;
  const double variance = spread / (boards - 1 + GuessedBoards);
  return {{{groups.first, groups.second}, sums.boards, sums.margin / boards, sums.expected / boards, 0},
          sums.least / boards,
          variance / boards};
}

}  // namespace

std::vector<PairResidual> pair_residuals(std::span<const BoardValue> margins,
                                         const std::function<double(std::size_t)>& strength,
                                         const std::function<std::size_t(std::size_t)>& group,
                                         std::uint64_t least_boards) {
  std::map<std::pair<std::size_t, std::size_t>, Sums> all;
  for (const BoardValue& board : margins) {
    const auto [a, b] = board.sides();
    const std::size_t first = group(a);
    const std::size_t second = group(b);
    if (first == second) continue;
    const double sign = first < second ? 1 : -1;
    const double expected = sign * (strength(a) - strength(b));
    const double residual = sign * board.value - expected;
    Sums& sums = all[std::minmax(first, second)];
    sums.boards += 1;
    sums.margin += sign * board.value;
    sums.expected += expected;
    sums.least += least_expected(expected);
    sums.residual += residual;
    sums.squares += residual * residual;
  }
  std::vector<Judged> pairs;
  for (const auto& [groups, sums] : all) {
    if (sums.boards >= std::max<std::uint64_t>(least_boards, 2)) pairs.push_back(judged(groups, sums));
  }
  const double usual = usual_variance(pairs);
  std::vector<PairResidual> residuals;
  for (Judged& pair : pairs) {
    pair.pair.surprise = pair.residual() / std::sqrt(pair.variance + usual);
    residuals.push_back(pair.pair);
  }
  std::sort(residuals.begin(), residuals.end(), [](const PairResidual& a, const PairResidual& b) {
    return std::pair(-std::abs(a.surprise), a.groups) < std::pair(-std::abs(b.surprise), b.groups);
  });
  return residuals;
}

}  // namespace tichu::arena
