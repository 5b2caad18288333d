#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/match/think_time.h"
#include "arena/hosting/player/player.h"
#include "arena/ids.h"
#include "arena/record/remark.h"
#include "engine/deal.h"
#include "engine/record.h"
#include "engine/round.h"
#include "engine/rules.h"

namespace tichu::arena {

/// The most tables of a board: more seatings would repeat one.
constexpr int MaxTables = 4;

/// The team at which partnership 0 or 1 sits in a seating: they change places with every seating.
constexpr Team team_of(int partnership, SeatingNumber seating) {
  return static_cast<Team>(partnership ^ static_cast<int>(seating.value() & 1));
}

/// Which partnership (0 or 1) sits at a seat in a seating.
constexpr int partnership_of(Seat seat, SeatingNumber seating) {
  return static_cast<int>(seat.team()) ^ static_cast<int>(seating.value() & 1);
}

/// The bots at the four seats of a seating: in seating 0 the first partnership sits at 0 and 2, in seating 1 at 1
/// and 3, the bot that it names first at the lower seat; seatings 2 and 3 are 0 and 1 with all partners exchanged. So
/// over seatings 0 and 1 each partnership holds all four hands, over all four each bot does.
PerSeat<BotId> seating_of(const std::array<Partnership, 2>& teams, SeatingNumber seating);

/// A fault and who committed it.
struct SeatFault {
  Seat seat;
  Fault fault;
  std::optional<Question> question = std::nullopt;  ///< asked last at this table; nullopt if it never was
  Exchange exchange = {};                           ///< the last bytes each way
  std::size_t actions = 0;                          ///< how many the round's record had then
};

/// One round as it was played at one table. `actions` is the record up to the end or to the fault. It has a `result` if
/// it was played to its end, and else a `fault`.
struct RoundOutcome {
  Deal deal;
  std::uint64_t deal_index = 0;
  std::vector<RecordedAction> actions;
  std::optional<RoundResult> result;
  std::optional<SeatFault> fault;
  /// Faults after which a substitute took the seat and the round went on.
  std::vector<SeatFault> substituted;
  /// What each team scores; a forfeited round counts 0 for the team at fault and 200 for the other.
  PerTeam<Points> score;
  PerSeat<bool> bomb_after_push;  ///< whether the seat held a bomb after the push
  PerSeat<ThinkTime> think_time;
  /// What bots said of their decisions, in the order of being asked, without decisions that were faults.
  std::vector<RecordedRemark> remarks;
};

/// One table: the seating of a board (`seating_of`).
/// Deals format: one round. Games format: rounds to the target, all from the same sequence of deals in every seating.
struct TableOutcome {
  SeatingNumber seating;
  PerSeat<BotId> bots;
  std::vector<RoundOutcome> rounds;
};

/// What is played as one unit: all seatings of a board (RULES 1.1 words; the deal is the same in each).
struct BoardSpec {
  std::uint64_t tournament_seed = 0;
  BoardNumber board;  ///< deals format: the deal's index
  std::array<Partnership, 2> teams{};
  bool game = false;  ///< play a game to the target instead of one round
  Rules rules;
  bool substitute = false;           ///< after a fault a substitute plays on; else the round is forfeited
  bool remarks = false;              ///< what bots say of their decisions is kept
  int tables = 2;                    ///< seatings 0 to tables - 1 are played: 1, 2 or 4
  std::vector<BotId> given_up = {};  ///< bots that are not started: each seat of theirs is at fault from the beginning
  std::string given_up_text = {};    ///< what is said of such a fault, one sentence
};

/// A played board: every table, in the order of seatings.
struct BoardOutcome {
  std::vector<TableOutcome> tables;
};

}  // namespace tichu::arena
