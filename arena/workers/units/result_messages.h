#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/bot_usage.h"
#include "arena/workers/units/message_form.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// A round as a worker played it: what does not follow from the unit.
struct PlayedRound {
  std::vector<RecordedAction> actions;
  std::vector<RecordedRemark> remarks;
  std::optional<RecordedResult> result;  ///< as the worker computed it; nullopt if the round did not come to its end
  std::vector<SeatFault> faults;         ///< RoundOutcome::faults
  bool forfeited = false;                ///< the last of them ended the round
};

/// Adds what `play_board` gave for a job of a unit.
void add_board(units::UnitResult& result, JobNumber job, const BoardOutcome& outcome);
void add_usage(units::UnitResult& result, const BotUsage& usage);
/// Shortens what the bots wrote until all of it is at most 512 KiB: the longest texts, to their ends.
void bound_output(units::UnitResult& result);

// The parts of a result again, from messages that may hold anything: `form` keeps what is wrong with them.
PerSeat<std::string> output_of_table(const units::PlayedTable& message, MessageForm& form);
PlayedRound played_round(const units::PlayedRound& message, MessageForm& form);
TimeSums time_sums(const units::Time& message, MessageForm& form);
BotUsage bot_usage(const units::Usage& message, MessageForm& form);
std::chrono::nanoseconds nanoseconds(std::string_view field, std::uint64_t value, MessageForm& form);

}  // namespace tichu::arena
