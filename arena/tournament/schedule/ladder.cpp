#include "arena/tournament/schedule/ladder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "arena/statistics/rating/normal_distribution.h"

namespace tichu::arena {
namespace {

/// Bots differ by a few hundred points per round at most; a swapped board's margin deviates by about a hundred.
constexpr double PriorDeviation = 100;
constexpr double PriorBoardDeviation = 100;
/// The weight of that guess, in boards.
constexpr double PriorBoards = 10;
/// How far a pair's result may differ from what its strengths say: about what playing styles cause.
constexpr double PairDeviation = Ladder::Indifference;
/// An entrant is compared with so many ranks behind it: the others are told apart already, or will soon be nearer.
constexpr std::size_t Reach = 8;

/// The logarithm of the entropy, in nats, of who is the better if the difference is normal. The logarithm also tells
/// pairs apart whose order is practically certain.
double log_order_entropy(double difference, double variance) {
  const double log_worse = log_normal_cdf(-std::abs(difference) / std::sqrt(variance));
  const double worse = std::exp(log_worse);
  // -(1 - worse) log(1 - worse) in units of `worse`.
  constexpr double Small = 1e-9;
  const double rest = worse < Small ? 1 : -(1 - worse) * std::log1p(-worse) / worse;
  return log_worse + std::log(rest - log_worse);
}

Pairing pairing_of(std::size_t a, std::size_t b) {
  const auto [low, high] = std::minmax(a, b);
  return {static_cast<EntrantId>(low), static_cast<EntrantId>(high)};
}

}  // namespace

Ladder::Ladder(std::size_t entrants, std::uint64_t boards, std::optional<std::uint64_t> limit, bool balances_sides)
    : StagedSchedule(2, balances_sides),
      boards_(boards),
      limit_(limit),
      strengths_(entrants, {0, PriorDeviation * PriorDeviation}),
      squares_(PriorBoards * PriorBoardDeviation * PriorBoardDeviation),
      weight_(PriorBoards) {}

double Ladder::log_value(const std::vector<Strength>& strengths, EntrantId a, EntrantId b) const {
  const Strength& first = strengths[static_cast<std::size_t>(a)];
  const Strength& second = strengths[static_cast<std::size_t>(b)];
  const Met& met = this->met({a, b});
  const double pair_variance =
      1 / (1 / (PairDeviation * PairDeviation) + static_cast<double>(met.planned) / board_variance());
  const double difference = first.mean - second.mean;
  const double variance = first.variance + second.variance + pair_variance;
  const double meeting_variance = board_variance() / static_cast<double>(boards_);
  return log_order_entropy(difference, variance) + std::log(0.5 * std::log1p(variance / meeting_variance)) +
         log_relevance(met, difference, first.variance + second.variance + PairDeviation * PairDeviation);
}

double Ladder::log_relevance(const Met& met, double difference, double variance) const {
  // Boards of two that play alike hardly differ, so that few of them tell much.
  const double own_variance = (PriorBoards * board_variance() + met.squares) / (PriorBoards + met.boards);
  const double precision = 1 / variance + met.boards / own_variance;
  const double mean = (difference / variance + met.mean * met.boards / own_variance) / precision;
  const double deviation = 1 / std::sqrt(precision);
  const double above = log_normal_cdf((std::abs(mean) - Indifference) / deviation);
  const double below = log_normal_cdf((-std::abs(mean) - Indifference) / deviation);
  return above + std::log1p(std::exp(below - above));
}

std::vector<std::size_t> Ladder::by_rank(const std::vector<Strength>& strengths) {
  std::vector<std::size_t> ranked(strengths.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](std::size_t a, std::size_t b) { return strengths[a].mean > strengths[b].mean; });
  return ranked;
}

const Ladder::Met& Ladder::met(const Pairing& pairing) const {
  static constexpr Met Never;
  const auto met = met_.find(pairing);
  return met == met_.end() ? Never : met->second;
}

bool Ladder::meets_in_stage(const Pairing& pairing) const {
  return std::any_of(under_way_.begin(), under_way_.end(),
                     [&](const Meeting& meeting) { return meeting.entrants == pairing; });
}

/// Of equals the first by rank.
Pairing Ladder::least_measured_neighbours(const std::vector<Strength>& strengths) const {
  const std::vector<std::size_t> ranked = by_rank(strengths);
  Pairing least = pairing_of(ranked[0], ranked[1]);
  for (std::size_t i = 1; i + 1 < ranked.size(); ++i) {
    const Pairing pairing = pairing_of(ranked[i], ranked[i + 1]);
    if (met(pairing).planned < met(least).planned) least = pairing;
  }
  return least;
}

/// Among all that are at most Reach ranks apart and do not meet in this stage; of equals the first by rank.
Pairing Ladder::best_pairing(const std::vector<Strength>& strengths) const {
  const std::vector<std::size_t> ranked = by_rank(strengths);
  Pairing best{};
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    for (std::size_t k = i + 1; k < std::min(ranked.size(), i + 1 + Reach); ++k) {
      const Pairing pairing = pairing_of(ranked[i], ranked[k]);
      if (meets_in_stage(pairing)) continue;
      if (const double worth = log_value(strengths, pairing[0], pairing[1]); worth > most) {
        most = worth;
        best = pairing;
      }
    }
  }
  return best;
}

std::vector<Meeting> Ladder::plan() {
  if (strengths_.size() < 2) return {};
  std::vector<Strength> expected = strengths_;
  const double meeting_variance = board_variance() / static_cast<double>(boards_);
  const auto expect = [&](const Pairing& pairing) {
    Strength& first = expected[static_cast<std::size_t>(pairing[0])];
    Strength& second = expected[static_cast<std::size_t>(pairing[1])];
    const double sum = first.variance + second.variance + meeting_variance;
    first.variance -= first.variance * first.variance / sum;
    second.variance -= second.variance * second.variance / sum;
  };
  for (const Meeting& meeting : under_way_) expect(meeting.entrants);
  under_way_.clear();
  const BoardNumber first_board(stages_++ * boards_);
  for (std::size_t i = 0; i < (strengths_.size() + 1) / 2; ++i) {
    const std::uint64_t boards = limit_ ? std::min(boards_, *limit_ - planned_) : boards_;
    if (boards == 0) break;
    const bool is_for_neighbours = i == 0 && strengths_.size() > 2;
    const Pairing pairing = is_for_neighbours ? least_measured_neighbours(expected) : best_pairing(expected);
    under_way_.push_back({pairing, first_board, boards});
    met_[pairing].planned += boards;
    planned_ += boards;
    expect(pairing);
  }
  return under_way_;
}

void Ladder::take_result(const Pairing& entrants, double margin) {
  Strength& first = strengths_[static_cast<std::size_t>(entrants[0])];
  Strength& second = strengths_[static_cast<std::size_t>(entrants[1])];
  const double surprise = margin - (first.mean - second.mean);
  const double sum = first.variance + second.variance + board_variance();
  first.mean += first.variance / sum * surprise;
  second.mean -= second.variance / sum * surprise;
  squares_ += surprise * surprise * board_variance() / sum;
  weight_ += 1;
  first.variance -= first.variance * first.variance / sum;
  second.variance -= second.variance * second.variance / sum;
  Met& met = met_[entrants];
  met.boards += 1;
  const double distance = margin - met.mean;
  met.mean += distance / met.boards;
  met.squares += distance * (margin - met.mean);
}

}  // namespace tichu::arena
