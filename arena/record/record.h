#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/ids.h"
#include "arena/record/remark.h"
#include "engine/deal.h"
#include "engine/points.h"
#include "engine/record.h"
#include "engine/round.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace tichu::arena {

/// Points that a record may state, either way: far more than any round brings (RULES 8.4).
inline constexpr int MostRecordedPoints = 1'000'000;

/// What a record says about the end of its round; each part may be left out.
struct RecordedResult {
  std::optional<std::vector<Seat>> out;  ///< the seats in the order in which they went out
  std::optional<PerTeam<Points>> cards;  ///< points of tricks and hands; 0 and 0 in a double victory
  std::optional<PerTeam<Points>> score;  ///< what each team gets, calls included
  friend bool operator==(const RecordedResult&, const RecordedResult&) = default;
};

/// All three parts of a result that the engine computed.
RecordedResult recorded_result(const RoundResult& result);

/// Whether a round that was played to its end was a double victory (RULES 8.1), by the seats that went out.
bool is_double_victory(const std::vector<Seat>& out);

/// Why a round was not played to its end.
struct RecordFailure {
  std::optional<Seat> seat;  ///< the seat at fault; nullopt if no seat is (a log that breaks off)
  std::string kind;          ///< one word, such as a fault kind's name: timeout, crash, illegal_action, broken_off
  std::string text;          ///< one sentence for people
  friend bool operator==(const RecordFailure&, const RecordFailure&) = default;
};

/// A fault after which a substitute took the seat to the end of its table, and the round went on.
struct RecordedFault {
  Seat seat;
  std::string kind;       ///< one word, as in RecordFailure
  std::string text;       ///< one sentence for people
  std::size_t after = 0;  ///< how many of the record's actions came before
  friend bool operator==(const RecordedFault&, const RecordedFault&) = default;
};

/// One round as it is kept: where it belongs, the deal, everything that the seats did, and the result. Everything but
/// `deal` and `actions` may be left out.
struct Record {
  std::optional<std::string> tournament;           ///< the tournament's name
  std::optional<JobNumber> job;                    ///< number of the unit of play in the tournament
  std::optional<BoardNumber> board;                ///< number of the board
  std::optional<SeatingNumber> seating;            ///< which seating of the board
  std::optional<RoundNumber> round;                ///< number of the round in its game, from 0
  std::optional<std::uint64_t> seed;               ///< the seed of the deals
  std::optional<std::uint64_t> deal_index;         ///< `deal(seed, deal_index)` is the deal, if both stand
  std::optional<std::array<std::string, 4>> bots;  ///< who sat where, by seat
  std::vector<Seat> people;                        ///< the seats at which people sat, not bots, by rising number
  Rules rules;
  Deal deal;
  std::vector<RecordedAction> actions;
  std::vector<RecordedRemark> remarks;  ///< what bots said about their decisions, in the order of being asked
  std::vector<RecordedFault> faults;    ///< that were made good by substitutes, in their order
  std::optional<RecordedResult> result;
  std::optional<RecordFailure> failure;  ///< only if the round was not played to its end
};

}  // namespace tichu::arena
