#include "arena/service/ladder/day_table.h"

#include <ctime>

#include "arena/service/ladder/ladder_sql.h"
#include "arena/text/moment_text.h"

namespace tichu::arena {
namespace {

DayRow day_in(SQLite::Statement& query) {
  return {query.getColumn(0).getString(),
          {query.getColumn(1).getString(), query.getColumn(2).getString()},
          query.getColumn(3).getDouble()};
}

DayResult result_of(SQLite::Statement& query) {
  return {query.getColumn(0).getString(), query.getColumn(1).getString(), query.getColumn(2).getInt64()};
}

}  // namespace

std::string day_of(double time) {
  constexpr std::size_t DateLength = 10;
  return utc_text(static_cast<std::time_t>(time)).substr(0, DateLength);
}

std::optional<DayRow> DayTable::find(const std::string& day) {
  return row_of(bound(work_.sql(), "SELECT day, seed, salt, committed FROM day WHERE day = ?", day), day_in);
}

DayRow DayTable::announce(const std::string& day) {
  DayRow row{day, CommittedSeed::draw(), work_.now()};
  execute(work_.sql(), "INSERT INTO day VALUES (?, ?, ?, ?)", row.day, row.secret.seed, row.secret.salt, row.committed);
  return row;
}

std::vector<DayRow> DayTable::latest(std::uint64_t most) {
  return rows_of(bound(work_.sql(), "SELECT day, seed, salt, committed FROM day ORDER BY day DESC LIMIT ?", most),
                 day_in);
}

void DayTable::add(const std::string& day, const DayResult& result) {
  execute(work_.sql(), "INSERT OR IGNORE INTO day_result VALUES (?, ?, ?, ?)", result.board, day, result.person,
          result.points);
}

std::optional<DayResult> DayTable::result(const std::string& day, const std::string& board) {
  constexpr const char* Result = "SELECT board, person, points FROM day_result WHERE day = ? AND board = ?";
  return row_of(bound(work_.sql(), Result, day, board), result_of);
}

std::vector<DayResult> DayTable::results(const std::string& day, std::uint64_t most) {
  constexpr const char* Best =
      "SELECT board, person, points FROM day_result WHERE day = ? ORDER BY points DESC, board LIMIT ?";
  return rows_of(bound(work_.sql(), Best, day, most), result_of);
}

}  // namespace tichu::arena
