#include "arena/tournament/schedule/swiss.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/random.h"

namespace tichu::arena {
namespace {

/// 0..count-1 shuffled.
std::vector<std::size_t> drawn_lots(std::size_t count, std::uint64_t seed) {
  constexpr std::uint64_t ForLots = 0x6c6f7473;
  std::vector<std::size_t> lots(count);
  std::iota(lots.begin(), lots.end(), std::size_t{0});
  Random random(seed ^ ForLots);
  for (std::size_t left = count; left > 1; --left) {
    std::swap(lots[left - 1], lots[random.below(static_cast<std::uint32_t>(left))]);
  }
  return lots;
}

double match_points(double margin) { return margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5; }

}  // namespace

Swiss::Swiss(std::size_t entrants, std::uint64_t rounds, std::uint64_t boards, std::uint64_t seed, bool balances_sides)
    : StagedSchedule(1, balances_sides),
      rounds_(rounds),
      boards_(boards),
      standing_(entrants),
      lots_(drawn_lots(entrants, seed)),
      met_(entrants, std::vector<int>(entrants, 0)),
      byes_(entrants, 0) {
  for (std::size_t i = 0; i < entrants; ++i) standing_[i].entrant = static_cast<EntrantId>(i);
  if (entrants >= 2 && !can_always_pair(entrants, rounds)) circle_.emplace(entrants);
}

std::optional<std::uint64_t> Swiss::total() const { return rounds_ * (standing_.size() / 2) * boards_; }

std::vector<Place> Swiss::places() const {
  std::vector<Place> sorted = standing_;
  std::sort(sorted.begin(), sorted.end(), [this](const Place& a, const Place& b) {
    const auto key = [this](const Place& place) {
      return std::tuple(-place.points, -place.margin, lots_[static_cast<std::size_t>(place.entrant)]);
    };
    return key(a) < key(b);
  });
  // The same margins may be summed in another order.
  constexpr double Rounding = 1e-6;
  share_ranks(sorted, [](const Place& a, const Place& b) {
    return a.points == b.points && std::abs(a.margin - b.margin) < Rounding;
  });
  return sorted;
}

SwissRound Swiss::next_round(const std::vector<Place>& ranked) {
  const auto entrant = [&](std::size_t rank) { return static_cast<std::size_t>(ranked[rank].entrant); };
  if (circle_) {
    std::vector<std::size_t> rank_at(ranked.size());
    for (std::size_t rank = 0; rank < ranked.size(); ++rank) rank_at[lots_[entrant(rank)]] = rank;
    return circle_->take_nearest(rank_at);
  }
  std::vector<std::vector<int>> met(ranked.size(), std::vector<int>(ranked.size(), 0));
  std::vector<int> byes(ranked.size(), 0);
  for (std::size_t a = 0; a < ranked.size(); ++a) {
    byes[a] = byes_[entrant(a)];
    for (std::size_t b = 0; b < ranked.size(); ++b) met[a][b] = met_[entrant(a)][entrant(b)];
  }
  return pair_swiss(met, byes);
}

std::vector<Meeting> Swiss::plan() {
  score_round();
  if (planned_ == rounds_ || standing_.size() < 2) return {};
  const std::vector<Place> ranked = places();
  const auto entrant = [&](std::size_t rank) { return static_cast<std::size_t>(ranked[rank].entrant); };
  const SwissRound round = next_round(ranked);
  if (round.bye) {
    byes_[entrant(*round.bye)] += 1;
    standing_[entrant(*round.bye)].points += 1;
  }
  std::vector<Meeting> meetings;
  for (const auto& [a, b] : round.pairs) {
    met_[entrant(a)][entrant(b)] += 1;
    met_[entrant(b)][entrant(a)] += 1;
    pairings_.push_back({ranked[a].entrant, ranked[b].entrant});
    meetings.push_back({pairings_.back(), BoardNumber(planned_ * boards_), boards_});
  }
  margins_.assign(pairings_.size(), 0);
  ++planned_;
  return meetings;
}

void Swiss::take_result(const Pairing& entrants, double margin) {
  const auto pairing = std::find(pairings_.begin(), pairings_.end(), entrants);
  margins_[static_cast<std::size_t>(pairing - pairings_.begin())] += margin;
}

void Swiss::score_round() {
  for (std::size_t i = 0; i < pairings_.size(); ++i) {
    Place& first = standing_[static_cast<std::size_t>(pairings_[i][0])];
    Place& second = standing_[static_cast<std::size_t>(pairings_[i][1])];
    first.points += match_points(margins_[i]);
    second.points += match_points(-margins_[i]);
    first.margin += margins_[i];
    second.margin -= margins_[i];
  }
  pairings_.clear();
}

std::uint64_t usual_swiss_rounds(std::size_t entrants) {
  if (entrants < 2) return 0;
  const auto to_tell_the_first = static_cast<std::uint64_t>(std::bit_width(entrants - 1));
  return std::min<std::uint64_t>(to_tell_the_first + 2, entrants - 1 + entrants % 2);
}

}  // namespace tichu::arena
