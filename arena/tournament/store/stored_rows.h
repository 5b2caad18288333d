#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "arena/hosting/match/bot_usage.h"
#include "arena/statistics/rating/board_result.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/sqlite_statement.h"
#include "arena/tournament/store/stored_results.h"

namespace tichu::arena {

/// What rows of a tournament's database say. Each function throws std::runtime_error if its row is damaged. For
/// sources only.
inline constexpr const char* JobColumns =
    "number, board, first_entrant, second_entrant, margin, verdict, first_faults, second_faults, score, tables, "
    "spread, "
    "stored";
inline constexpr const char* FaultColumns = "job, seating, round, seat, bot, kind, text, question, actions";
inline constexpr const char* UsageColumns =
    "job, bot, decisions, think_ns, longest_ns, times, retries, starts, processor_ns, peak_memory, unasked_ns";

/// The job in a row that begins with JobColumns, of a tournament with so many entrants.
Job job_of(SQLite::Statement& row, std::size_t entrants);
/// Its result.
BoardResult result_of(SQLite::Statement& row);
/// When it was stored, in seconds since 1970; nullopt if it was imported.
std::optional<std::int64_t> stored_of(SQLite::Statement& row);
/// The fault in a row of FaultColumns, of a tournament with so many bots; without its evidence.
FinishedFault fault_of(SQLite::Statement& row, std::size_t bots);
/// What a bot used, by a row of UsageColumns.
BotUsage usage_of(SQLite::Statement& row, std::size_t bots);

/// What a row says; nullopt if it is damaged, which `lose` is told. The row begins with its job's number.
template <typename Read>
auto unless_damaged(SQLite::Statement& row, Read read, const OnDamage& lose) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const std::runtime_error& error) {
    lose({JobNumber(unsigned_of(row.getColumn(0))), std::nullopt, error.what()});
    return std::nullopt;
  }
}

}  // namespace tichu::arena
