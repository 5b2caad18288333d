#include "arena/tournament/workers/unit_book.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <stdexcept>

#include "arena/text/digest.h"

namespace tichu::arena {
namespace {

constexpr const char* Tables = R"sql(
CREATE TABLE IF NOT EXISTS book (id INTEGER PRIMARY KEY CHECK (id = 0), tournament TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS unit (
  number   INTEGER PRIMARY KEY,
  attempt  INTEGER NOT NULL,
  jobs     TEXT NOT NULL,
  given_up TEXT NOT NULL,
  state    TEXT NOT NULL CHECK (state IN ('open', 'stored', 'dropped', 'aside')),
  worker   TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS secret (id INTEGER PRIMARY KEY CHECK (id = 0), value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS said (
  number INTEGER PRIMARY KEY,
  kind   TEXT NOT NULL,
  unit   INTEGER NOT NULL,
  worker TEXT NOT NULL,
  digest BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS result (
  unit    INTEGER PRIMARY KEY,
  kind    TEXT NOT NULL,
  digest  BLOB NOT NULL,
  digests BLOB NOT NULL,
  bots    TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS audit (unit INTEGER PRIMARY KEY, digests BLOB NOT NULL, bots TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS dispute (unit INTEGER PRIMARY KEY, worker TEXT NOT NULL, digests BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS false_work (
  number INTEGER PRIMARY KEY,
  worker TEXT NOT NULL,
  reason TEXT NOT NULL,
  jobs   TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS unit_state ON unit (state) WHERE state = 'open';
)sql";

/// Numbers that a blank or comma ends.
std::vector<std::uint64_t> numbers_in(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < text.size();) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), number);
    if (error != std::errc()) throw std::runtime_error("the book of units is damaged; remove units.sqlite");
    numbers.push_back(number);
    i = static_cast<std::size_t>(end - text.data()) + 1;
  }
  return numbers;
}

/// "3:1+2 5:1": the bots of the jobs at these places of the unit.
std::string text_of(const std::vector<std::vector<BotId>>& given_up) {
  std::string text;
  for (std::size_t i = 0; i < given_up.size(); ++i) {
    if (given_up[i].empty()) continue;
    std::vector<unsigned> bots;
    for (const BotId bot : given_up[i]) bots.push_back(static_cast<unsigned>(bot));
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", i, fmt::join(bots, "+"));
  }
  return text;
}

std::vector<std::vector<BotId>> given_up_in(const std::string& text, std::size_t jobs) {
  std::vector<std::vector<BotId>> given_up(jobs);
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find(' ', i), text.size());
    const std::vector<std::uint64_t> numbers = numbers_in(std::string_view(text).substr(i, end - i));
    for (std::size_t bot = 1; bot < numbers.size(); ++bot) {
      given_up.at(numbers[0]).push_back(static_cast<BotId>(numbers[bot]));
    }
    i = end + 1;
  }
  return given_up;
}

const char* word_of(UnitBook::End end) {
  switch (end) {
    case UnitBook::End::Stored:
      return "stored";
    case UnitBook::End::Dropped:
      return "dropped";
    case UnitBook::End::Aside:
      break;
  }
  return "aside";
}

}  // namespace

struct UnitBook::State {
  explicit State(const std::filesystem::path& file)
      : database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 5000) {
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec(Tables);
    SQLite::Statement insert(database, "INSERT INTO book (id, tournament) VALUES (0, ?) ON CONFLICT DO NOTHING");
    insert.bind(1, random_hexadecimal(TournamentKeyDigits));
    insert.exec();
    tournament = database.execAndGet("SELECT tournament FROM book").getString();
    SQLite::Statement secrets(database, "INSERT INTO secret (id, value) VALUES (0, ?) ON CONFLICT DO NOTHING");
    secrets.bind(1, random_hexadecimal(TournamentKeyDigits));
    secrets.exec();
    secret = database.execAndGet("SELECT value FROM secret").getString();
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
};

namespace {

std::string text_of(const std::vector<JobNumber>& jobs) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(jobs.size());
  for (const JobNumber job : jobs) numbers.push_back(job.value());
  return fmt::format("{}", fmt::join(numbers, ","));
}

std::vector<JobNumber> jobs_in(const std::string& text) {
  std::vector<JobNumber> jobs;
  for (const std::uint64_t job : numbers_in(text)) jobs.emplace_back(job);
  return jobs;
}

/// Of a row with number, attempt, jobs and given_up.
BookedUnit unit_of(const SQLite::Statement& row, const std::string& tournament) {
  BookedUnit unit;
  unit.id = {tournament, UnitNumber(row.getColumn(0).getInt64()),
             static_cast<std::uint32_t>(row.getColumn(1).getUInt())};
  unit.jobs = jobs_in(row.getColumn(2).getString());
  unit.given_up = given_up_in(row.getColumn(3).getString(), unit.jobs.size());
  return unit;
}

TrustEvent::Kind kind_in(const std::string& text) {
  const auto kind = from_text<TrustEvent::Kind>(text);
  if (!kind) throw std::runtime_error("the book of units is damaged; remove units.sqlite");
  return *kind;
}

std::int64_t signed_number(UnitNumber unit) { return static_cast<std::int64_t>(unit.value()); }

/// Each behind its length in two bytes, of which the lower comes first.
std::string blob_of(const std::vector<std::string>& digests) {
  std::string blob;
  for (const std::string& digest : digests) {
    blob += static_cast<char>(digest.size() & 255u);
    blob += static_cast<char>(digest.size() >> 8u);
    blob += digest;
  }
  return blob;
}

/// What older books have is not in this form; `digest_of_bots` tells them apart.
std::vector<std::string> digests_in(const std::string& blob) {
  std::vector<std::string> digests;
  for (std::size_t i = 0; i + 2 <= blob.size();) {
    const std::size_t size = static_cast<unsigned char>(blob[i]) | static_cast<unsigned char>(blob[i + 1]) << 8u;
    digests.push_back(blob.substr(i + 2, size));
    i += 2 + size;
  }
  return digests;
}

}  // namespace

UnitBook::UnitBook(const std::filesystem::path& folder) : state_(std::make_unique<State>(folder / UnitBookName)) {}
UnitBook::~UnitBook() = default;

const std::string& UnitBook::tournament() const { return state_->tournament; }

std::vector<BookedUnit> UnitBook::open_units() const {
  std::vector<BookedUnit> units;
  SQLite::Statement select(state_->database,
                           "SELECT number, attempt, jobs, given_up FROM unit WHERE state = 'open' ORDER BY number");
  while (select.executeStep()) units.push_back(unit_of(select, state_->tournament));
  return units;
}

BookedUnit UnitBook::add(std::vector<JobNumber> jobs, std::vector<std::vector<BotId>> given_up) {
  BookedUnit unit{{state_->tournament, UnitNumber(state_->next++), 1}, std::move(jobs), std::move(given_up)};
  SQLite::Statement& insert = state_->writing(
      "INSERT INTO unit (number, attempt, jobs, given_up, state, worker) VALUES (?, 1, ?, ?, 'open', '')");
  insert.bind(1, static_cast<std::int64_t>(unit.id.number.value()));
  insert.bind(2, text_of(unit.jobs));
  insert.bind(3, text_of(unit.given_up));
  insert.exec();
  return unit;
}

void UnitBook::note_attempt(const UnitId& id) {
  SQLite::Statement& update = state_->writing("UPDATE unit SET attempt = ? WHERE number = ?");
  update.bind(1, static_cast<std::int64_t>(id.attempt));
  update.bind(2, static_cast<std::int64_t>(id.number.value()));
  update.exec();
}

void UnitBook::close(UnitNumber unit, End end, std::string_view worker) {
  SQLite::Statement& update = state_->writing("UPDATE unit SET state = ?, worker = ? WHERE number = ?");
  update.bind(1, word_of(end));
  update.bind(2, std::string(worker));
  update.bind(3, static_cast<std::int64_t>(unit.value()));
  update.exec();
  SQLite::Statement& remove = state_->writing("DELETE FROM result WHERE unit = ?");
  remove.bind(1, signed_number(unit));
  remove.exec();
}

void UnitBook::note(const BookedResult& result) {
  SQLite::Statement& update = state_->writing("UPDATE unit SET worker = ? WHERE number = ?");
  update.bind(1, result.said.worker);
  update.bind(2, signed_number(result.said.unit));
  update.exec();
  SQLite::Statement& insert =
      state_->writing("INSERT OR REPLACE INTO result (unit, kind, digest, digests, bots) VALUES (?, ?, ?, ?, ?)");
  const std::string blob = blob_of(result.audit.digests);
  insert.bind(1, signed_number(result.said.unit));
  insert.bind(2, std::string(to_text(result.said.kind)));
  insert.bind(3, result.said.digest.data(), static_cast<int>(result.said.digest.size()));
  insert.bind(4, blob.data(), static_cast<int>(blob.size()));
  insert.bind(5, result.audit.bots);
  insert.exec();
}

std::optional<BookedResult> UnitBook::result(UnitNumber unit) const {
  SQLite::Statement select(state_->database, "SELECT kind, digest, digests, bots FROM result WHERE unit = ?");
  select.bind(1, signed_number(unit));
  if (!select.executeStep()) return std::nullopt;
  return BookedResult{
      {kind_in(select.getColumn(0).getString()), unit, player_of(unit), select.getColumn(1).getString()},
      {unit, digests_in(select.getColumn(2).getString()), select.getColumn(3).getString()}};
}

BookedUnit UnitBook::unit(UnitNumber number) const {
  SQLite::Statement select(state_->database, "SELECT number, attempt, jobs, given_up FROM unit WHERE number = ?");
  select.bind(1, signed_number(number));
  if (!select.executeStep()) throw std::runtime_error("the book of units is damaged; remove units.sqlite");
  return unit_of(select, state_->tournament);
}

std::string UnitBook::player_of(UnitNumber unit) const {
  SQLite::Statement select(state_->database, "SELECT worker FROM unit WHERE number = ?");
  select.bind(1, signed_number(unit));
  return select.executeStep() ? select.getColumn(0).getString() : "";
}

std::map<JobNumber, std::string> UnitBook::players() const {
  std::map<JobNumber, std::string> players;
  SQLite::Statement select(state_->database,
                           "SELECT jobs, worker FROM unit WHERE state = 'stored' AND worker <> '' ORDER BY number");
  while (select.executeStep()) {
    const std::string worker = select.getColumn(1).getString();
    for (const JobNumber job : jobs_in(select.getColumn(0).getString())) players.insert_or_assign(job, worker);
  }
  return players;
}

void UnitBook::together(const std::function<void()>& work) {
  SQLite::Transaction transaction(state_->database);
  work();
  transaction.commit();
}

const std::string& UnitBook::secret() const { return state_->secret; }

std::vector<TrustEvent> UnitBook::trust_events() const {
  std::vector<TrustEvent> events;
  SQLite::Statement select(state_->database, "SELECT kind, unit, worker, digest FROM said ORDER BY number");
  while (select.executeStep()) {
    events.push_back({kind_in(select.getColumn(0).getString()), UnitNumber(select.getColumn(1).getInt64()),
                      select.getColumn(2).getString(), select.getColumn(3).getString()});
  }
  return events;
}

void UnitBook::add(const TrustEvent& event) {
  SQLite::Statement& insert = state_->writing("INSERT INTO said (kind, unit, worker, digest) VALUES (?, ?, ?, ?)");
  insert.bind(1, std::string(to_text(event.kind)));
  insert.bind(2, signed_number(event.unit));
  insert.bind(3, event.worker);
  insert.bind(4, event.digest.data(), static_cast<int>(event.digest.size()));
  insert.exec();
}

std::vector<BookedAudit> UnitBook::audits() const {
  std::vector<BookedAudit> audits;
  SQLite::Statement select(state_->database,
                           "SELECT audit.unit, audit.digests, bots, coalesce(worker, ''), coalesce(dispute.digests, "
                           "x'') FROM audit LEFT JOIN dispute ON dispute.unit = audit.unit ORDER BY audit.unit");
  while (select.executeStep()) {
    audits.push_back({UnitNumber(select.getColumn(0).getInt64()), digests_in(select.getColumn(1).getString()),
                      select.getColumn(2).getString(), select.getColumn(3).getString(),
                      digests_in(select.getColumn(4).getString())});
  }
  return audits;
}

void UnitBook::add(const BookedAudit& audit) {
  SQLite::Statement& insert = state_->writing("INSERT OR REPLACE INTO audit (unit, digests, bots) VALUES (?, ?, ?)");
  const std::string blob = blob_of(audit.digests);
  insert.bind(1, signed_number(audit.unit));
  insert.bind(2, blob.data(), static_cast<int>(blob.size()));
  insert.bind(3, audit.bots);
  insert.exec();
  SQLite::Statement& former = state_->writing("DELETE FROM dispute WHERE unit = ?");
  former.bind(1, signed_number(audit.unit));
  former.exec();
  if (audit.other.empty()) return;
  SQLite::Statement other(state_->database, "INSERT OR REPLACE INTO dispute (unit, worker, digests) VALUES (?, ?, ?)");
  const std::string other_blob = blob_of(audit.other_digests);
  other.bind(1, signed_number(audit.unit));
  other.bind(2, audit.other);
  other.bind(3, other_blob.data(), static_cast<int>(other_blob.size()));
  other.exec();
}

void UnitBook::remove_audit(UnitNumber unit) {
  for (const char* text : {"DELETE FROM audit WHERE unit = ?", "DELETE FROM dispute WHERE unit = ?"}) {
    SQLite::Statement& remove = state_->writing(text);
    remove.bind(1, signed_number(unit));
    remove.exec();
  }
}

std::vector<FalseWork> UnitBook::false_work() const {
  std::vector<FalseWork> all;
  SQLite::Statement select(state_->database, "SELECT worker, reason, jobs FROM false_work ORDER BY number");
  while (select.executeStep()) {
    all.push_back(
        {select.getColumn(0).getString(), select.getColumn(1).getString(), jobs_in(select.getColumn(2).getString())});
  }
  return all;
}

void UnitBook::add(const FalseWork& work) {
  SQLite::Statement insert(state_->database, "INSERT INTO false_work (worker, reason, jobs) VALUES (?, ?, ?)");
  insert.bind(1, work.worker);
  insert.bind(2, work.reason);
  insert.bind(3, text_of(work.jobs));
  insert.exec();
}

void UnitBook::forget_false_work() { state_->database.exec("DELETE FROM false_work"); }

}  // namespace tichu::arena
