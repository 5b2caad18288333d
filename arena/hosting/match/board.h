#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/match/think_time_counts.h"
#include "arena/hosting/player/fault.h"
#include "arena/ids.h"
#include "arena/record/record.h"
#include "engine/answer.h"
#include "engine/deal.h"
#include "engine/points.h"
#include "engine/rules.h"
#include "engine/seat.h"

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

/// One round as it was played at one table.
struct RoundOutcome {
  /// All that happened, but not where: of the place only the deal's index is told. It has a whole result if the round
  /// was played to its end, and else a failure with a seat. Remarks on decisions that were faults are left out.
  Record record;
  /// What each team scores; a forfeited round counts 0 for the team at fault and 200 for the other.
  PerTeam<Points> score;
  std::vector<SeatFault> faults;  ///< the record's faults and then its failure, if it has one, with their evidence
  PerSeat<bool> bomb_after_push;  ///< whether the seat held a bomb after the push
  PerSeat<ThinkTime> think_time;
};

/// Notes a fault after which a substitute took the seat and the round went on.
void add_fault(RoundOutcome& round, SeatFault fault);
/// Notes the fault that ended the round, and scores the round by it.
void forfeit(RoundOutcome& round, SeatFault fault);

/// One table: the seating of a board (`seating_of`).
/// Deals format: one round. Games format: rounds to the target, all from the same sequence of deals in every seating.
struct TableOutcome {
  SeatingNumber seating;
  PerSeat<BotId> bots;
  std::vector<RoundOutcome> rounds;
  PerSeat<std::string> output = {};  ///< what each bot's program wrote to its standard error (BotProcess::take_output)
};

/// The cards and the bots' random numbers of a board, for who does not know the seed that they come from.
struct GivenCards {
  std::vector<Deal> deals;                        ///< of its rounds in their order
  std::vector<PerSeat<std::uint64_t>> bot_seeds;  ///< by seating
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
  bool keeps_output = false;         ///< what their programs write to their standard error is kept
  int retries = 0;                   ///< how often a decision is asked again after a wrong answer, 0 to MaxRetries
  int tables = 2;                    ///< seatings 0 to tables - 1 are played: 1, 2 or 4
  std::vector<BotId> given_up = {};  ///< bots that are not started: each seat of theirs is at fault from the beginning
  std::string given_up_text = {};    ///< what is said of such a fault, one sentence
  std::shared_ptr<const GivenCards> given = nullptr;  ///< in place of the seed, which then means nothing
};

/// A played board: every table, in the order of seatings.
struct BoardOutcome {
  std::vector<TableOutcome> tables;
};

}  // namespace tichu::arena
