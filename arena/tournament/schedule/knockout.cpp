#include "arena/tournament/schedule/knockout.h"

#include <algorithm>
#include <bit>

namespace tichu::arena {

Knockout::Knockout(std::size_t entrants, std::uint64_t boards, bool balances_sides)
    : StagedSchedule(1, balances_sides), boards_(boards), standing_(entrants) {
  for (std::size_t i = 0; i < entrants; ++i) standing_[i].entrant = static_cast<EntrantId>(i);
  if (entrants < 2) return;
  std::vector<std::optional<EntrantId>> players;
  for (const std::size_t seed : bracket_order(std::bit_ceil(entrants))) {
    players.push_back(seed < entrants ? std::optional(static_cast<EntrantId>(seed)) : std::nullopt);
  }
  begin_round(players);
}

std::optional<std::uint64_t> Knockout::total() const {
  return standing_.size() < 2 ? 0 : (standing_.size() - 1) * boards_;
}

std::vector<Place> Knockout::places() const {
  std::vector<Place> sorted = standing_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Place& a, const Place& b) { return a.points > b.points; });
  share_ranks(sorted, [](const Place& a, const Place& b) { return a.points == b.points; });
  return sorted;
}

void Knockout::begin_round(const std::vector<std::optional<EntrantId>>& players) {
  matches_.clear();
  for (std::size_t i = 0; i + 1 < players.size(); i += 2) matches_.push_back({players[i], players[i + 1], 0});
  further_ = 0;
  step_ = 0;
}

/// As many boards for every match that is even.
std::vector<Meeting> Knockout::meetings(std::uint64_t boards) {
  std::vector<Meeting> found;
  for (const Match& match : matches_) {
    if (match.is_played() && match.margin == 0)
      found.push_back({{*match.first, *match.second}, BoardNumber(next_board_), boards});
  }
  if (!found.empty()) next_board_ += boards;
  return found;
}

std::vector<std::optional<EntrantId>> Knockout::winners() const {
  std::vector<std::optional<EntrantId>> found;
  for (const Match& match : matches_) {
    if (!match.is_played()) {
      found.push_back(match.first ? match.first : match.second);
    } else if (match.margin == 0) {
      found.push_back(std::min(*match.first, *match.second));
    } else {
      found.push_back(match.margin > 0 ? match.first : match.second);
    }
  }
  return found;
}

std::vector<Meeting> Knockout::plan() {
  while (!matches_.empty()) {
    if (step_ == 0) {
      step_ = 1;
      if (std::vector<Meeting> round = meetings(boards_); !round.empty()) return round;
    }
    if (further_ + step_ <= MaxFurtherBoards) {
      const std::uint64_t boards = step_;
      further_ += boards;
      step_ *= 2;
      if (std::vector<Meeting> tied = meetings(boards); !tied.empty()) return tied;
    }
    const std::vector<std::optional<EntrantId>> through = winners();
    for (const auto& winner : through) standing_[static_cast<std::size_t>(*winner)].points += 1;
    begin_round(through);
  }
  return {};
}

void Knockout::take_result(const Pairing& entrants, double margin) {
  for (Match& match : matches_) {
    if (match.is_played() && Pairing{*match.first, *match.second} == entrants) match.margin += margin;
  }
  standing_[static_cast<std::size_t>(entrants[0])].margin += margin;
  standing_[static_cast<std::size_t>(entrants[1])].margin -= margin;
}

std::vector<std::size_t> bracket_order(std::size_t size) {
  std::vector<std::size_t> order{0};
  while (order.size() < size) {
    std::vector<std::size_t> wider;
    for (const std::size_t seed : order) {
      wider.push_back(seed);
      wider.push_back(2 * order.size() - 1 - seed);
    }
    order = std::move(wider);
  }
  return order;
}

}  // namespace tichu::arena
