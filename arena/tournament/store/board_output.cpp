#include "arena/tournament/store/board_output.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>

#include "arena/tournament/store/sqlite_statement.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {

std::vector<SeatOutput> board_output(const std::filesystem::path& folder, JobNumber job) {
  const SQLite::Database database((folder / StoreFileName).string(), SQLite::OPEN_READONLY, BusyMilliseconds);
  SQLite::Statement query(database,
                          "SELECT seating, seat, bot, text FROM output WHERE job = ? ORDER BY bot, seating, seat");
  query.bind(1, signed_of(job.value()));
  std::vector<SeatOutput> all;
  while (query.executeStep()) {
    all.push_back({SeatingNumber(unsigned_of(query.getColumn(0))), Seat(query.getColumn(1).getInt()),
                   static_cast<BotId>(query.getColumn(2).getInt()), query.getColumn(3).getString()});
  }
  return all;
}

void delete_output(const std::filesystem::path& folder, BotId bot) {
  const std::filesystem::path file = folder / StoreFileName;
  if (!std::filesystem::exists(file)) return;
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE, BusyMilliseconds);
  for (const char* sql : {"DELETE FROM output WHERE bot = ?", "UPDATE fault SET stderr = x'' WHERE bot = ?"}) {
    SQLite::Statement change(database, sql);
    change.bind(1, static_cast<std::int64_t>(bot));
    change.exec();
  }
}

}  // namespace tichu::arena
