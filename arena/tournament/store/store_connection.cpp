#include "arena/tournament/store/store_connection.h"

#include <sqlite3.h>

#include <chrono>
#include <thread>
#include <utility>

#include "arena/tournament/config/config_json.h"
#include "arena/tournament/store/field_rows.h"
#include "arena/tournament/store/schema.h"

namespace tichu::arena {

bool means_damage(const SQLite::Exception& error) {
  const int code = error.getErrorCode() & 0xff;
  return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

StoreConnection::StoreConnection(const std::filesystem::path& path, int flags)
    : file(path.string()), database(file, flags, BusyMilliseconds) {}

void StoreConnection::keep_log_at_close(bool keep) {
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
}

void StoreConnection::prepare_writing(bool durable) {
  await_write_ahead_log();
  database.exec(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA foreign_keys = ON");
}

void StoreConnection::await_write_ahead_log() {
  constexpr auto Pause = std::chrono::milliseconds(5);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(BusyMilliseconds);
  int answer = SQLITE_BUSY;
  while ((answer = database.tryExec("PRAGMA journal_mode = WAL")) == SQLITE_BUSY &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(Pause);
  }
  if (answer != SQLITE_OK) throw SQLite::Exception(database.getHandle(), answer);
}

const TournamentConfig& StoreConnection::tournament() {
  if (!config) {
    const std::string text = database.execAndGet("SELECT configuration FROM tournament").getString();
    OrInputError<TournamentConfig> read = config_from_json(text, file);
    if (!read) throw DamagedStore(read.error().text());
    add_entered(database, read.value());
    add_seasons(database, read.value());
    entrants = entrants_of(read.value());
    config = std::move(read.value());
  }
  return *config;
}

std::uint64_t StoreConnection::entrant_count() {
  return unsigned_of(database.execAndGet("SELECT coalesce(max(id) + 1, 0) FROM entrant"));
}

std::string StoreConnection::is_known(const std::string& number, const std::string& table, std::size_t known) {
  const std::uint64_t count = unsigned_of(database.execAndGet("SELECT coalesce(max(id) + 1, 0) FROM " + table));
  return "NOT (" + number + " >= " + std::to_string(known) + " AND " + number + " < " + std::to_string(count) + ")";
}

std::string StoreConnection::has_known_entrants() {
  return is_known("max(first_entrant, second_entrant)", "entrant", tournament_entrants().size());
}

BoardReader StoreConnection::reader() {
  tournament();
  add_seasons(database, *config);  // those that began since belong to boards that were stored since
  return {database, *config, entrants};
}

}  // namespace tichu::arena
