#include "arena/tournament/store/migrations.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstddef>
#include <stdexcept>

namespace tichu::arena {

std::vector<std::string> migrate(SQLite::Database& database, const std::string& file, std::span<const Migration> steps,
                                 bool on_trial) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  const int from = database.execAndGet("PRAGMA user_version").getInt();
  const int to = schema_after(steps);
  if (from < 1 || from > to) {
    throw std::runtime_error(file + " has schema version " + std::to_string(from) + ", and this program knows 1 to " +
                             std::to_string(to) + (from > to ? ": use a newer program" : ""));
  }
  std::vector<std::string> done;
  for (std::size_t i = static_cast<std::size_t>(from) - 1; i < steps.size(); ++i) {
    database.exec(steps[i].sql);
    done.push_back(file + ": schema " + std::to_string(i + 2) + ": " + steps[i].what);
  }
  database.exec("PRAGMA user_version = " + std::to_string(to));
  if (!on_trial) transaction.commit();
  return done;
}

}  // namespace tichu::arena
