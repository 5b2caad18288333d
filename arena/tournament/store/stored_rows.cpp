#include "arena/tournament/store/stored_rows.h"

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>

#include "arena/tournament/store/sqlite_statement.h"

namespace tichu::arena {
namespace {

[[noreturn]] void refuse_number(const SQLite::Column& column, const std::string& bound) {
  throw std::runtime_error("damaged: " + std::string(column.getName()) + " " + std::to_string(column.getInt64()) +
                           " of " + bound + " in the store");
}

/// A number of something of which there are `count`, such as a bot.
template <typename Id>
Id id_of(const SQLite::Column& column, std::size_t count) {
  const std::int64_t number = column.getInt64();
  if (number < 0 || unsigned_of(column) >= count) refuse_number(column, std::to_string(count));
  return static_cast<Id>(number);
}

FaultKind fault_kind(const std::string& text) {
  const std::optional<FaultKind> kind = from_text<FaultKind>(text);
  if (!kind) throw std::runtime_error("unknown fault kind \"" + text + "\" in the store");
  return *kind;
}

/// The question of a fault; nothing for the empty name.
std::optional<Question> question_of(const std::string& text) {
  const std::optional<Question> question = from_text<Question>(text);
  if (!question && !text.empty()) throw std::runtime_error("unknown question \"" + text + "\" in the store");
  return question;
}

}  // namespace

Job job_of(SQLite::Statement& row, std::size_t entrants) {
  return {JobNumber(unsigned_of(row.getColumn(0))),
          BoardNumber(unsigned_of(row.getColumn(1))),
          {id_of<EntrantId>(row.getColumn(2), entrants), id_of<EntrantId>(row.getColumn(3), entrants)}};
}

BoardResult result_of(SQLite::Statement& row) {
  BoardResult result;
  result.margin = row.getColumn(4).getDouble();
  result.verdict = id_of<BoardVerdict>(row.getColumn(5), 3);
  result.faults = {row.getColumn(6).getInt(), row.getColumn(7).getInt()};
  result.score = row.getColumn(8).getDouble();
  result.tables = row.getColumn(9).getInt();
  result.table_spread = row.getColumn(10).getDouble();
  for (const double number : {result.margin, result.score, result.table_spread}) {
    if (!std::isfinite(number)) throw std::runtime_error("damaged: a result that is no number in the store");
  }
  return result;
}

std::optional<std::int64_t> stored_of(SQLite::Statement& row) {
  const SQLite::Column column = row.getColumn(11);
  return column.isNull() ? std::nullopt : std::optional(column.getInt64());
}

FinishedFault fault_of(SQLite::Statement& row, std::size_t bots) {
  FinishedFault fault;
  fault.job = JobNumber(unsigned_of(row.getColumn(0)));
  fault.seating = SeatingNumber(unsigned_of(row.getColumn(1)));
  fault.round = RoundNumber(unsigned_of(row.getColumn(2)));
  fault.seat = Seat(static_cast<int>(id_of<std::int64_t>(row.getColumn(3), AllSeats.size())));
  fault.bot = id_of<BotId>(row.getColumn(4), bots);
  fault.kind = fault_kind(row.getColumn(5).getString());
  fault.text = row.getColumn(6).getString();
  fault.question = question_of(row.getColumn(7).getString());
  fault.actions = unsigned_of(row.getColumn(8));
  return fault;
}

BotUsage usage_of(SQLite::Statement& row, std::size_t bots) {
  BotUsage usage;
  usage.bot = id_of<BotId>(row.getColumn(1), bots);
  usage.time.decisions = unsigned_of(row.getColumn(2));
  usage.time.total = std::chrono::nanoseconds(row.getColumn(3).getInt64());
  usage.time.longest = std::chrono::nanoseconds(row.getColumn(4).getInt64());
  const std::string times = row.getColumn(5).getString();
  const std::optional<TimeCounts> counts = TimeCounts::from(times);
  if (!counts) throw std::runtime_error("unknown times \"" + times + "\" in the store");
  usage.time.counts = *counts;
  usage.time.retries = unsigned_of(row.getColumn(6));
  usage.resources.starts = unsigned_of(row.getColumn(7));
  usage.resources.processor = std::chrono::nanoseconds(row.getColumn(8).getInt64());
  usage.resources.peak_memory = unsigned_of(row.getColumn(9));
  usage.resources.pondering = std::chrono::nanoseconds(row.getColumn(10).getInt64());
  return usage;
}

}  // namespace tichu::arena
