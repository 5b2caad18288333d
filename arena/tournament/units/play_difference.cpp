#include "arena/tournament/units/play_difference.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "arena/hosting/match/board.h"

namespace tichu::arena {
namespace {

/// Where two plays of a round part: after so many actions, by what this seat did; nullopt: it is not known.
struct Parting {
  std::size_t after = std::numeric_limits<std::size_t>::max();  ///< this much: they do not
  std::optional<Seat> seat = std::nullopt;
};

/// Whether a seat was asked before the one whose turn it was.
bool interrupts(const RecordedAction& action) {
  return action.out_of_turn || action.action.kind == ActionKind::CallTichu;
}

Parting parting_of_actions(const std::vector<RecordedAction>& one, const std::vector<RecordedAction>& other) {
  const auto [mine, its] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (mine == one.end() && its == other.end()) return {};
  Parting parting{static_cast<std::size_t>(mine - one.begin())};
  if (mine == one.end() || its == other.end()) return parting;
  if (interrupts(*mine) != interrupts(*its)) {
    parting.seat = interrupts(*mine) ? mine->seat : its->seat;
  } else if (mine->seat == its->seat || interrupts(*mine)) {
    parting.seat = std::min(mine->seat, its->seat);  // of several that may, the first is asked first
  }
  return parting;
}

/// Of faults, or of remarks: `after` tells how many actions there were, `is_same` whether two are alike.
template <typename Entry, typename After, typename IsSame>
Parting parting_of(const std::vector<Entry>& one, const std::vector<Entry>& other, const After& after,
                   const IsSame& is_same) {
  const auto [mine, its] = std::mismatch(one.begin(), one.end(), other.begin(), other.end(), is_same);
  Parting parting;
  if (mine != one.end()) parting = {after(*mine), mine->seat};
  if (its != other.end() && after(*its) <= parting.after) {
    const bool is_tie = after(*its) == parting.after;
    parting = {after(*its), is_tie ? std::min(*parting.seat, its->seat) : its->seat};
  }
  return parting;
}

Parting parting_of_rounds(const PlayedRound& one, const PlayedRound& other) {
  const Parting faults = parting_of(
      one.faults, other.faults, [](const SeatFault& fault) { return fault.actions; },
      [](const SeatFault& a, const SeatFault& b) {
        return a.seat == b.seat && a.fault.kind == b.fault.kind && a.question == b.question && a.actions == b.actions;
      });
  const Parting actions = parting_of_actions(one.actions, other.actions);
  const Parting remarks = parting_of(
      one.remarks, other.remarks, [](const RecordedRemark& remark) { return remark.after; },
      [](const RecordedRemark& a, const RecordedRemark& b) {
        return a.seat == b.seat && a.question == b.question && a.after == b.after;
      });
  Parting first = actions;
  for (const Parting& next : {faults, remarks}) {
    if (next.after < first.after || (next.after == first.after && !first.seat)) first = next;
  }
  return first;
}

}  // namespace

std::optional<BotId> first_to_differ(const std::array<Partnership, 2>& teams, const PlayedJob& one,
                                     const PlayedJob& other) {
  for (std::size_t table = 0; table < std::min(one.tables.size(), other.tables.size()); ++table) {
    const std::vector<PlayedRound>& mine = one.tables[table];
    const std::vector<PlayedRound>& its = other.tables[table];
    for (std::size_t round = 0; round < std::min(mine.size(), its.size()); ++round) {
      const Parting parting = parting_of_rounds(mine[round], its[round]);
      if (parting.after == Parting().after) continue;
      if (!parting.seat) return std::nullopt;
      return seating_of(teams, SeatingNumber(table))[*parting.seat];
    }
  }
  return std::nullopt;
}

}  // namespace tichu::arena
