#include "arena/workers/leader/unit_store.h"

#include <SQLiteCpp/SQLiteCpp.h>

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
    SQLite::Statement insert(database,
                             "INSERT INTO book (id, tournament, secret) VALUES (0, ?, ?) ON CONFLICT DO NOTHING");
    insert.bind(1, random_hexadecimal(TournamentKeyDigits));
    insert.bind(2, random_hexadecimal(TournamentKeyDigits));
    insert.exec();
    tournament = database.execAndGet("SELECT tournament FROM book").getString();
    secret = database.execAndGet("SELECT secret FROM book").getString();
    next = static_cast<std::uint64_t>(database.execAndGet("SELECT coalesce(max(number), -1) + 1 FROM unit").getInt64());
  }

  /// A statement that writes, ready to be bound; it is prepared once. `text` is a literal.
  SQLite::Statement& writing(const char* text) {
    const auto [known, is_new] = statements.try_emplace(text, database, text);
    if (!is_new) known->second.tryReset();
    return known->second;
  }

  SQLite::Database database;
  std::map<std::string_view, SQLite::Statement> statements;
  std::string tournament;
  std::string secret;
  std::uint64_t next = 0;
  bool in_transaction = false;
};

namespace {

constexpr const char* UnitColumns = "SELECT number, jobs, given_up, state, worker FROM unit ";

/// Of a row with UnitColumns.
BookedUnit unit_of(const SQLite::Statement& row, const std::string& tournament) {
  BookedUnit unit;
  unit.id = {tournament, UnitNumber(row.getColumn(0).getInt64())};
  unit.jobs = jobs_in(row.getColumn(1).getString());
  unit.given_up = given_up_in(row.getColumn(2).getString(), unit.jobs.size());
  unit.state = from_text<UnitState>(row.getColumn(3).getString()).value_or(UnitState::Dropped);
  unit.worker = row.getColumn(4).getString();
  return unit;
}

std::int64_t signed_number(UnitNumber unit) { return static_cast<std::int64_t>(unit.value()); }

constexpr std::size_t DigestBytes = 16;

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
  for (std::size_t i = 0; i + DigestBytes < blob.size(); i += DigestBytes + 1) {
    digests.push_back({blob.substr(i, DigestBytes), blob[i + DigestBytes] != 0});
  }
  return digests;
}

}  // namespace

UnitStore::UnitStore(const std::filesystem::path& folder) : state_(std::make_unique<State>(folder / UnitStoreName)) {}
UnitStore::~UnitStore() = default;

const std::string& UnitStore::tournament() const { return state_->tournament; }

std::vector<BookedUnit> UnitStore::open_units() const {
  std::vector<BookedUnit> units;
  SQLite::Statement select(state_->database,
                           std::string(UnitColumns) + "WHERE state IN ('ready', 'out', 'checked') ORDER BY number");
  while (select.executeStep()) units.push_back(unit_of(select, state_->tournament));
  return units;
}

BookedUnit UnitStore::add(std::vector<JobNumber> jobs, std::vector<std::vector<BotId>> given_up) {
  BookedUnit unit;
  unit.id = {state_->tournament, UnitNumber(state_->next++)};
  unit.jobs = std::move(jobs);
  unit.given_up = std::move(given_up);
  SQLite::Statement& insert =
      state_->writing("INSERT INTO unit (number, jobs, given_up, state) VALUES (?, ?, ?, 'ready')");
  insert.bind(1, static_cast<std::int64_t>(unit.id.number.value()));
  insert.bind(2, text_of(unit.jobs));
  insert.bind(3, text_of(unit.given_up));
  insert.exec();
  return unit;
}

void UnitStore::note(const BookedUnit& unit) {
  SQLite::Statement& update = state_->writing("UPDATE unit SET state = ?, worker = ? WHERE number = ?");
  update.bind(1, std::string(to_text(unit.state)));
  update.bind(2, unit.worker);
  update.bind(3, signed_number(unit.id.number));
  update.exec();
}

void UnitStore::note(UnitNumber unit, const BookedResult& result) {
  SQLite::Statement& update =
      state_->writing("UPDATE unit SET state = 'checked', worker = ?, digests = ?, bots = ? WHERE number = ?");
  const std::string blob = blob_of(result.digests);
  update.bind(1, result.worker);
  update.bind(2, blob.data(), static_cast<int>(blob.size()));
  update.bind(3, result.bots);
  update.bind(4, signed_number(unit));
  update.exec();
}

std::optional<BookedResult> UnitStore::result(UnitNumber unit) const {
  SQLite::Statement select(state_->database,
                           "SELECT worker, digests, bots FROM unit WHERE number = ? AND digests <> x''");
  select.bind(1, signed_number(unit));
  if (!select.executeStep()) return std::nullopt;
  return BookedResult{select.getColumn(0).getString(), digests_in(select.getColumn(1).getString()),
                      select.getColumn(2).getString()};
}

BookedUnit UnitStore::unit(UnitNumber number) const {
  SQLite::Statement select(state_->database, std::string(UnitColumns) + "WHERE number = ?");
  select.bind(1, signed_number(number));
  if (!select.executeStep()) throw std::runtime_error("the book of units is damaged; remove units.sqlite");
  return unit_of(select, state_->tournament);
}

void UnitStore::set_recheck(UnitNumber unit, RecheckState state, std::string_view checked_by) {
  SQLite::Statement& update = state_->writing("UPDATE unit SET recheck = ?, checked_by = ? WHERE number = ?");
  update.bind(1, std::string(to_text(state)));
  update.bind(2, std::string(checked_by));
  update.bind(3, signed_number(unit));
  update.exec();
}

std::vector<UnitNumber> UnitStore::open_rechecks() const {
  std::vector<UnitNumber> units;
  SQLite::Statement select(state_->database,
                           "SELECT number FROM unit WHERE recheck = 'open' AND state = 'stored' ORDER BY number");
  while (select.executeStep()) units.emplace_back(select.getColumn(0).getInt64());
  return units;
}

std::vector<UnitNumber> UnitStore::unconfirmed(const std::string& worker) const {
  std::vector<UnitNumber> units;
  SQLite::Statement select(state_->database,
                           "SELECT number FROM unit WHERE state = 'stored' AND (worker = ?1 AND recheck IN ('none', "
                           "'open') OR checked_by = ?1 AND recheck = 'valid') ORDER BY number");
  select.bind(1, worker);
  while (select.executeStep()) units.emplace_back(select.getColumn(0).getInt64());
  return units;
}

std::map<std::string, BookedWorker> UnitStore::workers() const {
  std::map<std::string, BookedWorker> workers;
  SQLite::Statement select(state_->database, "SELECT name, units, valid_in_a_row, stopped FROM worker");
  while (select.executeStep()) {
    workers[select.getColumn(0).getString()] = {static_cast<std::uint64_t>(select.getColumn(1).getInt64()),
                                                static_cast<std::uint64_t>(select.getColumn(2).getInt64()),
                                                select.getColumn(3).getString()};
  }
  return workers;
}

void UnitStore::set_worker(const std::string& name, const BookedWorker& worker) {
  SQLite::Statement& insert =
      state_->writing("INSERT OR REPLACE INTO worker (name, units, valid_in_a_row, stopped) VALUES (?, ?, ?, ?)");
  insert.bind(1, name);
  insert.bind(2, static_cast<std::int64_t>(worker.units));
  insert.bind(3, static_cast<std::int64_t>(worker.valid_in_a_row));
  insert.bind(4, worker.stopped);
  insert.exec();
}

std::map<BotId, int> UnitStore::differences_of_bots() const {
  std::map<BotId, int> bots;
  SQLite::Statement select(state_->database, "SELECT id, differences FROM bot");
  while (select.executeStep()) bots[static_cast<BotId>(select.getColumn(0).getInt())] = select.getColumn(1).getInt();
  return bots;
}

void UnitStore::set_differences(BotId bot, int units) {
  SQLite::Statement& insert = state_->writing("INSERT OR REPLACE INTO bot (id, differences) VALUES (?, ?)");
  insert.bind(1, static_cast<int>(bot));
  insert.bind(2, units);
  insert.exec();
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
  SQLite::Statement select(state_->database, "SELECT worker, reason, jobs FROM invalidation ORDER BY number");
  while (select.executeStep()) {
    all.push_back(
        {select.getColumn(0).getString(), select.getColumn(1).getString(), jobs_in(select.getColumn(2).getString())});
  }
  return all;
}

void UnitStore::add(const Invalidation& work) {
  SQLite::Statement insert(state_->database, "INSERT INTO invalidation (worker, reason, jobs) VALUES (?, ?, ?)");
  insert.bind(1, work.worker);
  insert.bind(2, work.reason);
  insert.bind(3, text_of(work.jobs));
  insert.exec();
}

void UnitStore::forget_invalidations() { state_->database.exec("DELETE FROM invalidation"); }

}  // namespace tichu::arena
