#include "arena/workers/leader/unit_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

constexpr const char* Tables = R"sql(
CREATE TABLE IF NOT EXISTS book (
  id         INTEGER PRIMARY KEY CHECK (id = 0),
  tournament TEXT NOT NULL,
  secret     TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS unit (
  number     INTEGER PRIMARY KEY,
  jobs       TEXT NOT NULL,
  given_up   TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('ready', 'out', 'checked', 'stored', 'dropped')),
  worker     TEXT NOT NULL DEFAULT '',
  digests    BLOB NOT NULL DEFAULT x'',
  bots       TEXT NOT NULL DEFAULT '',
  recheck    TEXT NOT NULL DEFAULT 'none' CHECK (recheck IN ('none', 'open', 'valid', 'invalid')),
  checked_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE IF NOT EXISTS worker (
  name           TEXT PRIMARY KEY,
  units          INTEGER NOT NULL,
  valid_in_a_row INTEGER NOT NULL,
  stopped        TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS bot (id INTEGER PRIMARY KEY, differences INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS invalidation (
  number INTEGER PRIMARY KEY,
  worker TEXT NOT NULL,
  reason TEXT NOT NULL,
  jobs   TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS unit_state ON unit (state) WHERE state IN ('ready', 'out', 'checked');
CREATE INDEX IF NOT EXISTS unit_recheck ON unit (recheck) WHERE recheck = 'open';
)sql";

using Json = nlohmann::json;

Json parsed(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_array()) throw std::runtime_error("the book of units is damaged; remove units.sqlite");
  return json;
}

std::string text_of(const std::vector<JobNumber>& jobs) {
  Json json = Json::array();
  for (const JobNumber job : jobs) json.push_back(job.value());
  return json.dump();
}

std::vector<JobNumber> jobs_in(const std::string& text) {
  std::vector<JobNumber> jobs;
  for (const Json& job : parsed(text)) jobs.emplace_back(job.get<std::uint64_t>());
  return jobs;
}

/// Of each job the bots; nothing if there are none, as of most units.
std::string text_of(const std::vector<std::vector<BotId>>& given_up) {
  const bool is_any = std::any_of(given_up.begin(), given_up.end(), [](const auto& bots) { return !bots.empty(); });
  return is_any ? Json(given_up).dump() : "";
}

std::vector<std::vector<BotId>> given_up_in(const std::string& text, std::size_t jobs) {
  if (text.empty()) return std::vector<std::vector<BotId>>(jobs);
  return parsed(text).get<std::vector<std::vector<BotId>>>();
}

}  // namespace

struct UnitStore::State {
  explicit State(const std::filesystem::path& file)
      : database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 5000) {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec(Tables);
    write("INSERT INTO book (id, tournament, secret) VALUES (0, ?, ?) ON CONFLICT DO NOTHING",
          random_hexadecimal(TournamentKeyDigits), random_hexadecimal(TournamentKeyDigits));
    tournament = database.execAndGet("SELECT tournament FROM book").getString();
    secret = database.execAndGet("SELECT secret FROM book").getString();
    next = static_cast<std::uint64_t>(database.execAndGet("SELECT coalesce(max(number), -1) + 1 FROM unit").getInt64());
  }

  /// Executes a statement that writes; it is prepared once. `text` is a literal.
  template <typename... Values>
  void write(const char* text, const Values&... values) {
    const auto [known, is_new] = statements.try_emplace(text, database, text);
    if (!is_new) known->second.tryReset();
    SQLite::bind(known->second, values...);
    known->second.exec();
  }
  /// A statement that reads, bound.
  template <typename... Values>
  SQLite::Statement reading(const std::string& text, const Values&... values) {
    SQLite::Statement statement(database, text);
    if constexpr (sizeof...(values) > 0) SQLite::bind(statement, values...);
    return statement;
  }
  std::vector<UnitNumber> numbers(SQLite::Statement select) {
    std::vector<UnitNumber> units;
    while (select.executeStep()) units.emplace_back(select.getColumn(0).getInt64());
    return units;
  }

  SQLite::Database database;
  std::map<std::string_view, SQLite::Statement> statements;
  std::string tournament;
  std::string secret;
  std::uint64_t next = 0;
  bool in_transaction = false;
};

namespace {

/// 17 bytes a board: the digest, and 1 if a machine may be to blame for a fault.
std::string blob_of(const std::vector<BoardDigest>& digests) {
  std::string blob;
  for (const BoardDigest& digest : digests) {
    blob += digest.bytes;
    blob += digest.has_machine_fault ? '\1' : '\0';
  }
  return blob;
}

std::vector<BoardDigest> digests_in(const std::string& blob) {
  std::vector<BoardDigest> digests;
  for (std::size_t i = 0; i + ShortHashBytes < blob.size(); i += ShortHashBytes + 1) {
    digests.push_back({blob.substr(i, ShortHashBytes), blob[i + ShortHashBytes] != 0});
  }
  return digests;
}

constexpr const char* UnitColumns = "SELECT number, jobs, given_up, state, worker, digests, bots FROM unit ";

/// Of a row with UnitColumns.
BookedUnit unit_of(const SQLite::Statement& row, const std::string& tournament) {
  BookedUnit unit;
  unit.id = {tournament, UnitNumber(row.getColumn(0).getInt64())};
  unit.jobs = jobs_in(row.getColumn(1).getString());
  unit.given_up = given_up_in(row.getColumn(2).getString(), unit.jobs.size());
  unit.state = from_text<UnitState>(row.getColumn(3).getString()).value_or(UnitState::Dropped);
  unit.worker = row.getColumn(4).getString();
  unit.digests = digests_in(row.getColumn(5).getString());
  unit.bots = row.getColumn(6).getString();
  return unit;
}

std::int64_t signed_number(UnitNumber unit) { return static_cast<std::int64_t>(unit.value()); }

}  // namespace

UnitStore::UnitStore(const std::filesystem::path& folder) : state_(std::make_unique<State>(folder / UnitStoreName)) {}
UnitStore::~UnitStore() = default;

const std::string& UnitStore::tournament() const { return state_->tournament; }

std::vector<BookedUnit> UnitStore::open_units() const {
  std::vector<BookedUnit> units;
  SQLite::Statement select =
      state_->reading(std::string(UnitColumns) + "WHERE state IN ('ready', 'out', 'checked') ORDER BY number");
  while (select.executeStep()) units.push_back(unit_of(select, state_->tournament));
  return units;
}

BookedUnit UnitStore::add(std::vector<JobNumber> jobs, std::vector<std::vector<BotId>> given_up) {
  BookedUnit unit;
  unit.id = {state_->tournament, UnitNumber(state_->next++)};
  unit.jobs = std::move(jobs);
  unit.given_up = std::move(given_up);
  state_->write("INSERT INTO unit (number, jobs, given_up, state) VALUES (?, ?, ?, 'ready')",
                signed_number(unit.id.number), text_of(unit.jobs), text_of(unit.given_up));
  return unit;
}

void UnitStore::note(const BookedUnit& unit) {
  state_->write("UPDATE unit SET state = ?, worker = ?, digests = CAST(? AS BLOB), bots = ? WHERE number = ?",
                std::string(to_text(unit.state)), unit.worker, blob_of(unit.digests), unit.bots,
                signed_number(unit.id.number));
}

BookedUnit UnitStore::unit(UnitNumber number) const {
  SQLite::Statement select = state_->reading(std::string(UnitColumns) + "WHERE number = ?", signed_number(number));
  if (!select.executeStep()) throw std::runtime_error("the book of units is damaged; remove units.sqlite");
  return unit_of(select, state_->tournament);
}

void UnitStore::set_recheck(UnitNumber unit, RecheckState state, std::string_view checked_by) {
  state_->write("UPDATE unit SET recheck = ?, checked_by = ? WHERE number = ?", std::string(to_text(state)),
                std::string(checked_by), signed_number(unit));
}

std::vector<UnitNumber> UnitStore::open_rechecks() const {
  return state_->numbers(
      state_->reading("SELECT number FROM unit WHERE recheck = 'open' AND state = 'stored' ORDER BY number"));
}

std::vector<UnitNumber> UnitStore::unconfirmed(const std::string& worker) const {
  return state_->numbers(state_->reading(
      "SELECT number FROM unit WHERE state = 'stored' AND (worker = ?1 AND recheck IN ('none', 'open') OR "
      "checked_by = ?1 AND recheck = 'valid') ORDER BY number",
      worker));
}

std::map<std::string, BookedWorker> UnitStore::workers() const {
  std::map<std::string, BookedWorker> workers;
  SQLite::Statement select = state_->reading("SELECT name, units, valid_in_a_row, stopped FROM worker");
  while (select.executeStep()) {
    workers[select.getColumn(0).getString()] = {static_cast<std::uint64_t>(select.getColumn(1).getInt64()),
                                                static_cast<std::uint64_t>(select.getColumn(2).getInt64()),
                                                select.getColumn(3).getString()};
  }
  return workers;
}

void UnitStore::set_worker(const std::string& name, const BookedWorker& worker) {
  state_->write("INSERT OR REPLACE INTO worker (name, units, valid_in_a_row, stopped) VALUES (?, ?, ?, ?)", name,
                static_cast<std::int64_t>(worker.units), static_cast<std::int64_t>(worker.valid_in_a_row),
                worker.stopped);
}

std::map<BotId, int> UnitStore::differences_of_bots() const {
  std::map<BotId, int> bots;
  SQLite::Statement select = state_->reading("SELECT id, differences FROM bot");
  while (select.executeStep()) bots[static_cast<BotId>(select.getColumn(0).getInt())] = select.getColumn(1).getInt();
  return bots;
}

void UnitStore::set_differences(BotId bot, int units) {
  state_->write("INSERT OR REPLACE INTO bot (id, differences) VALUES (?, ?)", static_cast<int>(bot), units);
}

void UnitStore::together(const std::function<void()>& work) {
  if (state_->in_transaction) {
    work();
    return;
  }
  SQLite::Transaction transaction(state_->database);
  state_->in_transaction = true;
  try {
    work();
  } catch (...) {
    state_->in_transaction = false;
    throw;
  }
  state_->in_transaction = false;
  transaction.commit();
}

const std::string& UnitStore::secret() const { return state_->secret; }

std::vector<Invalidation> UnitStore::invalidations() const {
  std::vector<Invalidation> all;
  SQLite::Statement select = state_->reading("SELECT worker, reason, jobs FROM invalidation ORDER BY number");
  while (select.executeStep()) {
    all.push_back(
        {select.getColumn(0).getString(), select.getColumn(1).getString(), jobs_in(select.getColumn(2).getString())});
  }
  return all;
}

void UnitStore::add(const Invalidation& work) {
  state_->write("INSERT INTO invalidation (worker, reason, jobs) VALUES (?, ?, ?)", work.worker, work.reason,
                text_of(work.jobs));
}

void UnitStore::forget_invalidations() { state_->database.exec("DELETE FROM invalidation"); }

}  // namespace tichu::arena
