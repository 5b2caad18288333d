#include "arena/tournament/units/play_difference.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arena/hosting/match/board.h"

namespace tichu::arena {
namespace {

/// Questions that are asked after equally many actions, for not each answer is one: in the order of asking, from 0.
int turn_of(Question question) {
  switch (question) {
    case Question::GrandTichu:
      return 0;
    case Question::Tichu:
      return 1;
    case Question::Push:
      return 2;
    case Question::Bomb:
      return 3;
    case Question::GiveDragon:
      return 4;
    case Question::Turn:
      break;
  }
  return 5;
}

/// Of an action that comes after `before`. Once cards are played Tichu is called with one's turn.
int turn_of(const RecordedAction& action, std::span<const RecordedAction> before) {
  const auto is_play = [](const RecordedAction& one) { return one.action.kind == ActionKind::Play; };
  switch (action.action.kind) {
    case ActionKind::CallGrandTichu:
    case ActionKind::NoGrandTichu:
      return turn_of(Question::GrandTichu);
    case ActionKind::CallTichu:
      return turn_of(std::any_of(before.begin(), before.end(), is_play) ? Question::Turn : Question::Tichu);
    case ActionKind::Push:
      return turn_of(Question::Push);
    case ActionKind::NoBomb:
      return turn_of(Question::Bomb);
    case ActionKind::GiveDragon:
      return turn_of(Question::GiveDragon);
    case ActionKind::Play:
    case ActionKind::Pass:
      break;
  }
  return turn_of(action.out_of_turn ? Question::Bomb : Question::Turn);
}

/// Where two plays of a round part: after so many actions, at the question of this turn, by what this seat did;
/// nullopt: it is not known.
struct Parting {
  std::size_t after = std::numeric_limits<std::size_t>::max();  ///< this much: they do not
  int turn = std::numeric_limits<int>::max();
  std::optional<Seat> seat = std::nullopt;
};

/// Whichever was sooner. At one question the lower seat is asked first.
Parting sooner(const Parting& one, const Parting& other) {
  if (std::pair(one.after, one.turn) != std::pair(other.after, other.turn)) {
    return std::pair(one.after, one.turn) < std::pair(other.after, other.turn) ? one : other;
  }
  if (!one.seat || !other.seat) return one.seat ? one : other;
  return *other.seat < *one.seat ? other : one;
}

/// Whether a seat was asked before the one whose turn it was.
bool interrupts(const RecordedAction& action) {
  return action.out_of_turn || action.action.kind == ActionKind::CallTichu;
}

Parting parting_of_actions(const std::vector<RecordedAction>& one, const std::vector<RecordedAction>& other) {
  const auto [mine, its] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  if (mine == one.end() && its == other.end()) return {};
  Parting parting{static_cast<std::size_t>(mine - one.begin())};
  if (mine == one.end() || its == other.end()) return parting;
  const std::span before(one.begin(), mine);
  parting.turn = std::min(turn_of(*mine, before), turn_of(*its, before));
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
  const auto parting = [&](const Entry& entry) {
    const std::optional<Question> question = entry.question;
    return Parting{after(entry), question ? turn_of(*question) : -1, entry.seat};
  };
  return sooner(mine == one.end() ? Parting{} : parting(*mine), its == other.end() ? Parting{} : parting(*its));
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
  return sooner(actions, sooner(faults, remarks));
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
