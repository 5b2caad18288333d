#include "arena/schedule/ladder.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tichu::arena {
namespace {

/// Bots differ by some hundred points a round at most, and a swapped board's margin by about a hundred.
constexpr double PriorDeviation = 100;
constexpr double PriorBoardDeviation = 100;
/// As many boards' worth is that guess.
constexpr double PriorBoards = 10;
/// By so much a pair's result may differ from what its strengths say: about what styles make out.
constexpr double PairDeviation = 5;
/// An entrant is compared with so many behind it: others are told apart already, or soon nearer.
constexpr std::size_t Reach = 8;

/// Entropy, in nats, of who is the better, where the difference is normal.
double order_entropy(double difference, double variance) {
  const double worse = 0.5 * std::erfc(std::abs(difference) / std::sqrt(2 * variance));
  constexpr double Certain = 1e-12;
  if (worse < Certain) return 0;
  return -worse * std::log(worse) - (1 - worse) * std::log1p(-worse);
}

}  // namespace

Ladder::Ladder(std::size_t entrants, std::uint64_t boards, std::optional<std::uint64_t> limit)
    : StagedSchedule(2),
      boards_(boards),
      limit_(limit),
      strengths_(entrants, {0, PriorDeviation * PriorDeviation}),
      squares_(PriorBoards * PriorBoardDeviation * PriorBoardDeviation),
      weight_(PriorBoards) {}

double Ladder::value(const std::vector<Strength>& strengths, EntrantId a, EntrantId b) const {
  const Strength& first = strengths[static_cast<std::size_t>(a)];
  const Strength& second = strengths[static_cast<std::size_t>(b)];
  const auto met = met_.find({a, b});
  const double boards = met == met_.end() ? 0 : static_cast<double>(met->second);
  const double pair_variance = 1 / (1 / (PairDeviation * PairDeviation) + boards / board_variance());
  const double variance = first.variance + second.variance + pair_variance;
  const double meeting_variance = board_variance() / static_cast<double>(boards_);
  return order_entropy(first.mean - second.mean, variance) * 0.5 * std::log1p(variance / meeting_variance);
}

/// Among all that are at most Reach ranks apart; of equals the first by rank.
Pairing Ladder::best_pairing(const std::vector<Strength>& strengths) const {
  std::vector<std::size_t> ranked(strengths.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::stable_sort(ranked.begin(), ranked.end(),
                   [&](std::size_t a, std::size_t b) { return strengths[a].mean > strengths[b].mean; });
  Pairing best{};
  double most = -1;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    for (std::size_t k = i + 1; k < std::min(ranked.size(), i + 1 + Reach); ++k) {
      const auto [low, high] = std::minmax(ranked[i], ranked[k]);
      const Pairing pairing{static_cast<EntrantId>(low), static_cast<EntrantId>(high)};
      if (const double worth = value(strengths, pairing[0], pairing[1]); worth > most) {
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
  for (std::size_t i = 0; i < (strengths_.size() + 1) / 2; ++i) {
    const std::uint64_t boards = limit_ ? std::min(boards_, *limit_ - planned_) : boards_;
    if (boards == 0) break;
    const Pairing pairing = best_pairing(expected);
    std::uint64_t& met = met_[pairing];
    under_way_.push_back({pairing, met, boards});
    met += boards;
    planned_ += boards;
    expect(pairing);
  }
  return under_way_;
}

void Ladder::enter(const Job& job, const BoardResult& result) {
  Strength& first = strengths_[static_cast<std::size_t>(job.entrants[0])];
  Strength& second = strengths_[static_cast<std::size_t>(job.entrants[1])];
  const double surprise = result.margin - (first.mean - second.mean);
  const double sum = first.variance + second.variance + board_variance();
  first.mean += first.variance / sum * surprise;
  second.mean -= second.variance / sum * surprise;
  squares_ += surprise * surprise * board_variance() / sum;
  weight_ += 1;
  first.variance -= first.variance * first.variance / sum;
  second.variance -= second.variance * second.variance / sum;
}

}  // namespace tichu::arena
