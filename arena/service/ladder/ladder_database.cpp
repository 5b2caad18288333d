#include "arena/service/ladder/ladder_database.h"

#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>

#include "arena/service/ladder/ladder_sql.h"
#include "arena/tournament/store/sqlite_statement.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// "TLdr": tells a ladder's database from any other.
constexpr int ApplicationId = 0x544c6472;

template <typename Do>
auto with_file_named(const std::string& file, Do work) -> decltype(work()) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw std::runtime_error(file + ": " + error.what());
  }
}

void prepare(SQLite::Database& sql) {
  sql.exec("PRAGMA journal_mode = WAL");
  sql.exec("PRAGMA synchronous = FULL");
  sql.exec("PRAGMA foreign_keys = ON");
}

int schema(SQLite::Database& sql, const std::string& file) {
  const int application = sql.execAndGet("PRAGMA application_id").getInt();
  const int version = sql.execAndGet("PRAGMA user_version").getInt();
  if (application != ApplicationId && version != 0) throw std::runtime_error(file + " is no database of a ladder");
  return version;
}

}  // namespace

double now_in_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void set_setting(SQLite::Database& sql, const std::string& name, const std::string& value) {
  execute(sql, "INSERT OR REPLACE INTO setting VALUES (?, ?)", name, value);
}

void LadderDatabase::create(const fs::path& file) {
  with_file_named(file.string(), [&] {
    SQLite::Database sql(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, BusyMilliseconds);
    prepare(sql);
    SQLite::Transaction transaction(sql);
    sql.exec(LadderTables);
    sql.exec("PRAGMA application_id = " + std::to_string(ApplicationId));
    sql.exec("PRAGMA user_version = " + std::to_string(LadderSchema));
    transaction.commit();
  });
}

std::vector<std::string> LadderDatabase::migrate(const fs::path& file, bool on_trial) {
  return with_file_named(file.string(), [&] {
    SQLite::Database sql(file.string(), SQLite::OPEN_READWRITE, BusyMilliseconds);
    schema(sql, file.string());
    return arena::migrate(sql, file.string(), LadderMigrations, on_trial);
  });
}

LadderDatabase::LadderDatabase(const fs::path& file, LadderClock now) : file_(file.string()), now_(std::move(now)) {
  with_file_named(file_, [&] {
    sql_ = std::make_unique<SQLite::Database>(file_, SQLite::OPEN_READWRITE, BusyMilliseconds);
    const int found = schema(*sql_, file_);
    if (found != LadderSchema) {
      throw std::runtime_error(file_ + " has schema " + std::to_string(found) + ", and this program uses " +
                               std::to_string(LadderSchema) +
                               (found < LadderSchema ? ": tichu-arena ladder migrate" : ": use a newer program"));
    }
    prepare(*sql_);
  });
}

LadderDatabase::~LadderDatabase() = default;

std::unique_ptr<SQLite::Database> LadderDatabase::take_looking() {
  {
    const std::lock_guard<std::mutex> lock(looking_mutex_);
    if (!looking_.empty()) {
      std::unique_ptr<SQLite::Database> taken = std::move(looking_.back());
      looking_.pop_back();
      return taken;
    }
  }
  return with_file_named(file_, [&] {
    // Opened for writing, so that it can also read a log that a killed process has left.
    auto made = std::make_unique<SQLite::Database>(file_, SQLite::OPEN_READWRITE, BusyMilliseconds);
    made->exec("PRAGMA query_only = ON");
    return made;
  });
}

void LadderDatabase::give_back(std::unique_ptr<SQLite::Database> looking) {
  const std::lock_guard<std::mutex> lock(looking_mutex_);
  looking_.push_back(std::move(looking));
}

LadderDatabase::Work::Work(LadderDatabase& database, bool writes)
    : database_(database), writes_(writes), sql_(database.sql_.get()), now_(database.now_()) {
  if (writes) {
    lock_ = std::unique_lock<std::mutex>(database.mutex_);
    now_ = database.now_();
  } else {
    looking_ = database.take_looking();
    sql_ = looking_.get();
  }
  with_file_named(database_.file_, [&] { sql().exec(writes ? "BEGIN IMMEDIATE" : "BEGIN"); });
}

LadderDatabase::Work::~Work() {
  if (!open_) return;
  try {
    sql().exec("ROLLBACK");
    if (!writes_) database_.give_back(std::move(looking_));
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): SQLite undoes it at the connection's end
  }
}

void LadderDatabase::Work::tell(const LadderEvent& event) {
  execute(sql(),
          "INSERT INTO event (time, kind, bot, number, state, code, detail, open) "
          "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          now_, event.kind, event.bot, event.number, event.state, event.code, event.detail, event.open);
  const std::int64_t cursor = sql().getLastInsertRowid();
  // A hook's owner gets what everybody may know, and what concerns bots of its own; a moderator gets everything.
  execute(sql(),
          "INSERT INTO outbox (hook, event, due, attempt) SELECT hook.id, ?, ?, 1 FROM hook WHERE "
          "hook.off = 0 AND (hook.kinds = '' OR instr(',' || hook.kinds || ',', ',' || ? || ',') > 0) AND "
          "(? OR hook.account IN (SELECT author FROM bot WHERE name = ?) OR hook.account IN "
          "(SELECT id FROM account WHERE role <> 'author' AND banned = 0))",
          cursor, now_, event.kind, event.open, event.bot);
}

void LadderDatabase::Work::commit() {
  const auto began = std::chrono::steady_clock::now();
  with_file_named(database_.file_, [&] { sql().exec("COMMIT"); });
  open_ = false;
  if (!writes_) return database_.give_back(std::move(looking_));
  {
    const std::lock_guard<std::mutex> lock(database_.commits_mutex_);
    database_.commits_.add(std::chrono::steady_clock::now() - began);
  }
  lock_.unlock();
}

std::optional<std::string> LadderDatabase::setting(const std::string& name) {
  Work work = begin_looking();
  return with_file_named(file_, [&] {
    return row_of(bound(work.sql(), "SELECT value FROM setting WHERE name = ?", name),
                  [](SQLite::Statement& row) { return row.getColumn(0).getString(); });
  });
}

bool LadderDatabase::changed_elsewhere() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return with_file_named(file_, [&] {
    const int found = sql_->execAndGet("PRAGMA data_version").getInt();
    return std::exchange(data_version_, found) != found;
  });
}

TimesTaken LadderDatabase::commits() const {
  const std::lock_guard<std::mutex> lock(commits_mutex_);
  return commits_;
}

void LadderDatabase::set(const std::string& name, const std::string& value) {
  Work work = begin();
  set_setting(work.sql(), name, value);
  work.commit();
}

void LadderDatabase::copy_to(const fs::path& file) {
  // A connection of its own, so that the copy holds up nobody here.
  with_file_named(file_, [&] {
    SQLite::Database from(file_, SQLite::OPEN_READONLY, BusyMilliseconds);
    execute(from, "VACUUM INTO ?", file.string());
  });
}

}  // namespace tichu::arena
