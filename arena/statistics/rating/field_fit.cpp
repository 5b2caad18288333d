#include "arena/statistics/rating/field_fit.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tichu::arena {
namespace {

/// What is guessed before the first board, in deviations of a board, and how much that guess weighs. Found from the
/// full crosstables of bundled bots (RATINGS.md, "The model").
struct Guesses {
  double noise;         ///< variance of a board
  double noise_boards;  ///< that the guess counts as
  double effect;        ///< deviation of the effects of equals
  double growth;        ///< difference at which an effect's variance has doubled
  double unit;          ///< what a board's value varies by, over its noise: 1, or p (1 - p) of equals
};

constexpr Guesses OfPoints{100.0 * 100.0, 1, 0.08, 0.6, 1.0};
constexpr Guesses OfScores{1.0, 4, 0.06, 0.33, 0.25};

/// The noise of an entrant's boards is drawn to that of all, and that of a pair to its two entrants', with the weight
/// of so many boards.
constexpr double DrawnBoards = 8;
/// The curve's bend times the variance of a board, and the deviation of that guess: margins end near to 3.5 deviations.
constexpr double GuessedBend = 0.08;
constexpr double BendDeviation = 0.05;
/// The prior of a strength: so many boards of points against a fixed player, or one drawn board.
constexpr double PriorBoards = 0.01;

class Fitting {
 public:
  Fitting(ResultKind kind, std::size_t entrants, const std::vector<HeadToHead>& met)
      : guesses_(kind == ResultKind::Points ? OfPoints : OfScores), entrant_noise_(entrants, guesses_.noise) {
    fit_.kind = kind;
    fit_.strengths.assign(entrants, 0.0);
    fit_.noise = guesses_.noise;
    for (const HeadToHead& pair : met) fit_.pairs.push_back({pair, {}, 0, 0});
    set_scales();
    fit_.bend = fit_.has_bend() ? bend_guess() : 0;
    fit_.effect_variance = effect_guess();
    diagonal_.assign(entrants, 0.0);
    refresh();
  }

  FieldFit run() {
    constexpr int MostRounds = 60;
    constexpr double Enough = 1e-6;
    for (int round = 0; round < MostRounds; ++round) {
      const double moved = step();
      const double before = fit_.effect_variance;
      estimate_noise();
      estimate_effects();
      refresh();
      const double changed = std::abs(fit_.effect_variance - before) / before;
      if (moved < Enough * deviation() && changed < Enough) break;
    }
    fit_.covariance = information().inverse();
    return std::move(fit_);
  }

 private:
  /// Of a board between equals, on the scale of strengths.
  double deviation() const { return std::sqrt(fit_.noise / guesses_.unit); }
  double bend_guess() const { return GuessedBend / fit_.noise; }
  double bend_deviation() const { return BendDeviation / fit_.noise; }
  double effect_guess() const {
    const double effect = guesses_.effect * deviation();
    return effect * effect;
  }
  void set_scales() { fit_.growth = guesses_.growth * deviation(); }
  /// What a board of this pair varies by, over its noise.
  double unit_of(const FittedPair& pair) const { return fit_.has_bend() ? 1.0 : pair.expected.slope; }

  void refresh() {
    for (FittedPair& pair : fit_.pairs) {
      const double effect_variance = fit_.effect_variance_of(pair.met.first, pair.met.second);
      pair.expected = fit_.expected(pair.met.first, pair.met.second);
      const double guess = (entrant_noise_[pair.met.first] + entrant_noise_[pair.met.second]) / 2;
      if (!fit_.has_bend()) set_tangent(pair, effect_variance, guess);
      pair.effect_variance = fit_.effect_of_boards(pair.met.first, pair.met.second, pair.expected);
      pair.noise = noise_of(pair, guess);
    }
  }

  /// Where log odds are large a score is far from linear in them: what counts is the curve at the pair's own place.
  void set_tangent(FittedPair& pair, double effect_variance, double guess) const {
    constexpr int MostSteps = 20;
    constexpr double LongestStep = 1;
    constexpr double Enough = 1e-7;
    const double difference = fit_.strengths[pair.met.first] - fit_.strengths[pair.met.second];
    for (int i = 0; i < MostSteps; ++i) {
      pair.expected = curve_at(fit_.kind, difference + pair.effect, 0);
      const double boards = pair.met.boards * pair.expected.slope / noise_of(pair, guess);
      const double pull = boards * (pair.met.mean() - pair.expected.value) - pair.effect / effect_variance;
      const double step = pull / (boards * pair.expected.slope + 1 / effect_variance);
      pair.effect += std::clamp(step, -LongestStep, LongestStep);
      if (std::abs(step) < Enough) break;
    }
    pair.expected = curve_at(fit_.kind, difference + pair.effect, 0);
    pair.expected.value -= pair.expected.slope * pair.effect;
  }

  /// Of one board: what the pair's own boards tell, drawn to what is known of its two entrants.
  double noise_of(const FittedPair& pair, double guess) const {
    const double unit = unit_of(pair);
    const double drawn = DrawnBoards * guesses_.unit;
    const double found = (pair.met.squares + drawn * guess) / (freedom(pair.met) * unit + drawn);
    // Uneven boards that all ended as expected seem to vary less than games.
    const double least = fit_.has_bend() ? 0.0 : 1 - 4 * unit;
    return std::max(found, least) * unit;
  }
  static double freedom(const HeadToHead& met) { return std::max(0.0, met.boards - 1); }

  SymmetricMatrix information() const {
    const std::size_t entrants = fit_.entrants();
    SymmetricMatrix matrix(entrants + (fit_.has_bend() ? 1 : 0));
    for (std::size_t i = 0; i < entrants; ++i) matrix.add(i, i, prior_information(fit_.strengths[i]));
    for (const FittedPair& pair : fit_.pairs) {
      const double weight = 1 / pair.mean_variance();
      const auto& [value, slope, by_bend] = pair.expected;
      matrix.add_difference(pair.met.first, pair.met.second, weight * slope * slope);
      if (!fit_.has_bend()) continue;
      matrix.add(pair.met.first, entrants, weight * slope * by_bend);
      matrix.add(pair.met.second, entrants, -weight * slope * by_bend);
      matrix.add(entrants, entrants, weight * by_bend * by_bend);
    }
    if (fit_.has_bend()) matrix.add(entrants, entrants, 1 / (bend_deviation() * bend_deviation()));
    return matrix;
  }
  double prior_information(double strength) const {
    if (fit_.has_bend()) return PriorBoards / fit_.noise;
    return curve_at(fit_.kind, strength, 0).slope;
  }
  double prior_score(double strength) const {
    if (fit_.has_bend()) return -PriorBoards * strength / fit_.noise;
    return 0.5 - logistic(strength);
  }
  /// Squared residuals over their variances as they now are, and the prior's.
  double misfit(const std::vector<double>& strengths, double bend) const {
    double sum = 0;
    for (const FittedPair& pair : fit_.pairs) {
      const double difference = strengths[pair.met.first] - strengths[pair.met.second];
      const double expected = curve_at(fit_.kind, difference + pair.effect, bend).value;
      const double residual = pair.met.mean() - expected + pair.expected.slope * pair.effect;
      sum += residual * residual / pair.mean_variance();
    }
    for (const double strength : strengths) {
      sum += fit_.has_bend() ? PriorBoards * strength * strength / fit_.noise
                             : 2 * std::log1p(std::exp(-std::abs(strength))) + std::abs(strength);
    }
    if (!fit_.has_bend()) return sum;
    const double bent = (bend - bend_guess()) / bend_deviation();
    return sum + bent * bent;
  }

  /// One step of Gauss and Newton, halved until it fits better. Returns how far the strengths moved at most.
  double step() {
    const std::size_t entrants = fit_.entrants();
    const SymmetricMatrix matrix = information();
    std::vector<double> score(matrix.size(), 0.0);
    for (std::size_t i = 0; i < entrants; ++i) {
      score[i] = prior_score(fit_.strengths[i]);
      diagonal_[i] = matrix(i, i);
    }
    for (const FittedPair& pair : fit_.pairs) {
      const double pull = pair.residual() / pair.mean_variance();
      score[pair.met.first] += pull * pair.expected.slope;
      score[pair.met.second] -= pull * pair.expected.slope;
      if (fit_.has_bend()) score[entrants] += pull * pair.expected.by_bend;
    }
    if (fit_.has_bend()) score[entrants] -= (fit_.bend - bend_guess()) / (bend_deviation() * bend_deviation());
    const std::vector<double> direction = matrix.solve(score);
    double largest = 0;
    for (std::size_t i = 0; i < entrants; ++i) largest = std::max(largest, std::abs(direction[i]));
    // Where the curve is flat a step may be wild.
    constexpr double LongestStep = 2;
    constexpr int MostHalvings = 30;
    double scale = std::min(1.0, LongestStep * deviation() / std::max(largest, 1e-300));
    const double before = misfit(fit_.strengths, fit_.bend);
    for (int halving = 0; halving < MostHalvings; ++halving, scale /= 2) {
      std::vector<double> next = fit_.strengths;
      for (std::size_t i = 0; i < entrants; ++i) next[i] += scale * direction[i];
      const double bend = fit_.has_bend() ? std::max(0.0, fit_.bend + scale * direction[entrants]) : 0.0;
      if (misfit(next, bend) > before) continue;
      fit_.strengths = std::move(next);
      fit_.bend = bend;
      refresh();
      return scale * largest;
    }
    return 0;
  }

  /// How much of one degree of freedom a pair's mean takes: nearly exact where many met.
  double leverage(const FittedPair& pair) const {
    const double known = 1 / diagonal_[pair.met.first] + 1 / diagonal_[pair.met.second];
    return std::min(1.0, pair.expected.slope * pair.expected.slope / pair.mean_variance() * known);
  }

  /// The noise of all boards and of each entrant's: within pairs, and the luck in residuals (an EM step).
  void estimate_noise() {
    double all = guesses_.noise * guesses_.noise_boards * guesses_.unit;
    double all_boards = guesses_.noise_boards * guesses_.unit;
    std::vector<double> squares_of(fit_.entrants(), 0.0);
    std::vector<double> boards_of(fit_.entrants(), 0.0);
    for (const FittedPair& pair : fit_.pairs) {
      const double luck = 1 - pair.share();
      const double residual = luck * pair.residual();
      const double squares = pair.met.squares + pair.met.boards * (residual * residual + luck * pair.effect_variance);
      const double boards = (freedom(pair.met) + 1 - leverage(pair) * luck) * unit_of(pair);
      all += squares;
      all_boards += boards;
      for (const std::size_t entrant : {pair.met.first, pair.met.second}) {
        squares_of[entrant] += squares;
        boards_of[entrant] += boards;
      }
    }
    fit_.noise = all / all_boards;
    const double drawn = DrawnBoards * guesses_.unit;
    for (std::size_t i = 0; i < fit_.entrants(); ++i) {
      entrant_noise_[i] = (squares_of[i] + drawn * fit_.noise) / (boards_of[i] + drawn);
    }
    set_scales();
  }

  /// A pair's residual, as far as the width of effects is concerned.
  struct EffectSquare {
    double own;     ///< variance of its effect over that of equals
    double luck;    ///< variance of its mean by luck
    double square;  ///< of its residual
    double free;    ///< what leverage leaves
  };

  /// The logarithm of the variance that follows from one: squared residuals beside those of luck, each pair with the
  /// share that its effect has in them.
  double next_effects(double logarithm, const std::vector<EffectSquare>& pairs) const {
    const double variance = std::exp(logarithm);
    double seen = GuessedPairs * effect_guess() / variance;
    double wanted = GuessedPairs;
    for (const EffectSquare& pair : pairs) {
      const double effect = pair.own * variance;
      const double whole = 1 / (effect + pair.luck);
      const double share = effect * whole;
      seen += share * pair.square * whole;
      wanted += share * pair.free;
    }
    return logarithm + std::log(seen / wanted);
  }

  /// Finds where next_effects changes nothing (Steffensen's method).
  void estimate_effects() {
    constexpr int MostRounds = 8;
    constexpr double Enough = 1e-9;
    constexpr double LongestStep = 1;
    std::vector<EffectSquare> pairs;
    pairs.reserve(fit_.pairs.size());
    for (const FittedPair& pair : fit_.pairs) {
      pairs.push_back({pair.effect_variance / fit_.effect_variance, pair.noise / pair.met.boards,
                       pair.residual() * pair.residual(), 1 - leverage(pair)});
    }
    double logarithm = std::log(fit_.effect_variance);
    for (int round = 0; round < MostRounds; ++round) {
      const double once = next_effects(logarithm, pairs);
      const double twice = next_effects(once, pairs);
      const double curved = twice - 2 * once + logarithm;
      const double first = once - logarithm;
      const double step = first * curved < 0 ? -first * first / curved : twice - logarithm;
      logarithm += std::clamp(step, -LongestStep, LongestStep);
      if (std::abs(first) < Enough) break;
    }
    fit_.effect_variance = std::exp(logarithm);
  }

  Guesses guesses_;
  FieldFit fit_;
  std::vector<double> entrant_noise_;  ///< variance of an entrant's boards, drawn to that of all
  std::vector<double> diagonal_;       ///< of the latest information
};

}  // namespace

CurvePoint FieldFit::expected(std::size_t a, std::size_t b) const {
  return curve_at(kind, strengths[a] - strengths[b], bend);
}

double FieldFit::effect_variance_of(std::size_t a, std::size_t b) const {
  const double far = distance(a, b) / growth;
  return effect_variance * (1 + far * far);
}

FieldFit fit_field(ResultKind kind, std::size_t entrants, std::vector<HeadToHead> met) {
  return Fitting(kind, entrants, met).run();
}

}  // namespace tichu::arena
