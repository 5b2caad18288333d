#include "arena/tournament/store/tournament_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "arena/hosting/sandbox/posix.h"
#include "arena/text/required_path.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/board_reader.h"
#include "arena/tournament/store/field_rows.h"
#include "arena/tournament/store/invalidated_jobs.h"
#include "arena/tournament/store/job_inserts.h"
#include "arena/tournament/store/packed_rounds.h"
#include "arena/tournament/store/run_reader.h"
#include "arena/tournament/store/schema.h"
#include "arena/tournament/store/sqlite_numbers.h"
#include "arena/tournament/store/stored_rows.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

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

/// Whether SQLite says that the file itself is wrong, rather than that the machine or another program is in the way.
bool means_damage(const SQLite::Exception& error) {
  const int code = error.getErrorCode() & 0xff;
  return code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
}

/// A finding of SQLite's check, without its heading.
std::string in_one_line(std::string finding) {
  constexpr std::string_view Heading = "*** in database main ***\n";
  if (finding.starts_with(Heading)) finding.erase(0, Heading.size());
  std::replace(finding.begin(), finding.end(), '\n', ' ');
  return finding;
}

void write_bot(SQLite::Database& database, std::int64_t id, const BotSpec& bot) {
  SQLite::Statement insert(database, "INSERT INTO bot VALUES (?, ?, ?, ?, ?, ?)");
  insert.bind(1, id);
  insert.bind(2, bot.name);
  // Whether it is executed; which protocol it speaks stands in the configuration.
  insert.bind(3, std::string(to_text(is_program(bot.kind) ? BotKind::Program : BotKind::Plugin)));
  insert.bind(4, bot.path.string());
  insert.bind(5, nlohmann::json(bot.arguments).dump());
  insert.bind(6, options_json(bot).dump());
  insert.exec();
}

void write_entrant(SQLite::Database& database, std::int64_t id, const Entrant& entrant) {
  SQLite::Statement insert(database, "INSERT INTO entrant VALUES (?, ?, ?, ?)");
  insert.bind(1, id);
  insert.bind(2, entrant.name);
  insert.bind(3, static_cast<std::int64_t>(entrant.bots.bots[0]));
  insert.bind(4, static_cast<std::int64_t>(entrant.bots.bots[1]));
  insert.exec();
}

void write_tournament(SQLite::Database& database, const TournamentConfig& config, const std::string& program) {
  SQLite::Statement tournament(database, "INSERT INTO tournament VALUES (0, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  tournament.bind(1, config.name);
  const std::optional<std::uint64_t> seed = known_seed(config);
  tournament.bind(2, seed ? std::to_string(*seed) : std::string());
  tournament.bind(3, std::string(to_text(config.format)));
  tournament.bind(4, std::string(to_text(config.seatings)));
  tournament.bind(5, signed_of(config.boards));
  tournament.bind(6, rules_json(config.rules).dump());
  tournament.bind(7, limits_json(config.limits).dump());
  tournament.bind(8, program);
  tournament.bind(9, config_json(config));
  tournament.exec();

  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    write_bot(database, static_cast<std::int64_t>(i), config.bots[i]);
  }
  const std::vector<Entrant> entrants = entrants_of(config);
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    write_entrant(database, static_cast<std::int64_t>(i), entrants[i]);
  }
}

}  // namespace

struct TournamentStore::Connection {
  Connection(const fs::path& path, int flags) : file(path.string()), database(file, flags, BusyMilliseconds) {}

  /// Whether closing the database leaves the write-ahead log of a killed program where it is.
  void keep_log_at_close(bool keep) {
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
  }
  /// A killed program loses no transaction; a loss of power may take the last ones if it is not durable, but never
  /// tears a job.
  void prepare_writing(bool durable) {
    await_write_ahead_log();
    database.exec(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA foreign_keys = ON");
  }

  /// Another program may be writing, such as one that enters a bot. SQLite waits for it before each transaction, but
  /// not as it changes the journal, whose lock it takes while it reads.
  void await_write_ahead_log() {
    constexpr auto Pause = std::chrono::milliseconds(5);
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(BusyMilliseconds);
    int answer = SQLITE_BUSY;
    while ((answer = database.tryExec("PRAGMA journal_mode = WAL")) == SQLITE_BUSY &&
           std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(Pause);
    }
    if (answer != SQLITE_OK) throw SQLite::Exception(database.getHandle(), answer);
  }

  /// Runs `work` and adds the file's name to what SQLite complains about.
  template <typename Work>
  auto guarded(Work work) -> decltype(work()) {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      if (means_damage(error)) throw DamagedStore(file + ": " + error.what());
      throw std::runtime_error(file + ": " + error.what());
    }
  }

  /// What the tournament is, read once. Throws std::runtime_error if it cannot be read.
  const TournamentConfig& tournament() {
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
  const std::vector<Entrant>& tournament_entrants() {
    tournament();
    return entrants;
  }
  std::uint64_t entrant_count() {
    return unsigned_of(database.execAndGet("SELECT coalesce(max(id) + 1, 0) FROM entrant"));
  }
  /// A condition for rows that belong to none who entered a ladder since it was read: not yet of interest. `number` is
  /// that of an entrant or of a bot.
  std::string is_known(const std::string& number, const std::string& table, std::size_t known) {
    const std::uint64_t count = unsigned_of(database.execAndGet("SELECT coalesce(max(id) + 1, 0) FROM " + table));
    return "NOT (" + number + " >= " + std::to_string(known) + " AND " + number + " < " + std::to_string(count) + ")";
  }
  std::string has_known_entrants() {
    return is_known("max(first_entrant, second_entrant)", "entrant", tournament_entrants().size());
  }
  std::string has_known_bot() { return is_known("bot", "bot", tournament().bots.size()); }
  BoardReader reader() {
    tournament();
    add_seasons(database, *config);  // those that began since belong to boards that were stored since
    return {database, *config, entrants};
  }

  std::string file;
  SQLite::Database database;
  std::unique_ptr<JobInserts> inserts;     ///< made with the first job
  std::optional<RunRecord> begun;          ///< the run that is stored with the next job
  std::optional<std::int64_t> run;         ///< the run that is stored, by its number
  std::optional<TournamentConfig> config;  ///< once it was asked for
  std::vector<Entrant> entrants;           ///< with it
};

TournamentStore::TournamentStore(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
TournamentStore::TournamentStore(TournamentStore&&) noexcept = default;
TournamentStore& TournamentStore::operator=(TournamentStore&&) noexcept = default;
TournamentStore::~TournamentStore() = default;

namespace {

/// So that the new name outlives a loss of power too.
void sync_folder(const fs::path& folder) {
  const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open() || ::fsync(descriptor.fd()) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot sync " + folder.string());
  }
}

void write_fresh_database(const fs::path& file, const TournamentConfig& config, const std::string& program) {
  SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  // Rows are appended and large: fewer pages are fewer calls of the system.
  database.exec("PRAGMA page_size = 16384");
  SQLite::Transaction transaction(database);
  database.exec("PRAGMA application_id = " + std::to_string(ApplicationId));
  database.exec("PRAGMA user_version = " + std::to_string(SchemaVersion));
  database.exec(Schema);
  write_tournament(database, config, program);
  transaction.commit();
}

}  // namespace

TournamentStore TournamentStore::create_whole(const fs::path& folder, const TournamentConfig& config,
                                              const std::string& program,
                                              const std::function<void(TournamentStore& store)>& fill) {
  const fs::path file = folder / StoreFileName;
  if (fs::exists(file)) throw std::runtime_error(file.string() + ": there is a database already");
  const auto remove_unfinished = [&folder] {
    for (const char* name : UnfinishedStoreFiles) fs::remove(folder / name);
  };
  remove_unfinished();
  try {
    // Under its name it is whole, whenever the program is killed.
    const fs::path unfinished = folder / UnfinishedStoreFiles[0];
    write_fresh_database(unfinished, config, program);
    TournamentStore unnamed(std::make_unique<Connection>(unfinished, SQLite::OPEN_READWRITE));
    fill(unnamed);
    unnamed.connection_.reset();
    fs::rename(unfinished, file);
    if (config.durable) sync_folder(folder);
    auto connection = std::make_unique<Connection>(file, SQLite::OPEN_READWRITE);
    connection->prepare_writing(config.durable);
    return TournamentStore(std::move(connection));
  } catch (const SQLite::Exception& error) {
    remove_unfinished();
    throw std::runtime_error(file.string() + ": " + error.what());
  } catch (...) {
    remove_unfinished();
    throw;
  }
}

TournamentStore TournamentStore::create(const fs::path& folder, const TournamentConfig& config,
                                        const std::string& program) {
  return create_whole(folder, config, program, [](TournamentStore&) {});
}

std::unique_ptr<TournamentStore::Connection> TournamentStore::connect(const fs::path& file, bool writable) {
  constexpr const char* FirstQuestion = "PRAGMA application_id";
  if (writable) {
    auto connection = std::make_unique<Connection>(file, SQLite::OPEN_READWRITE);
    connection->keep_log_at_close(true);
    return connection;
  }
  auto connection = std::make_unique<Connection>(file, SQLite::OPEN_READONLY);
  try {
    connection->database.execAndGet(FirstQuestion);
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_READONLY) throw;
    // A killed program left a transaction half written, which only a connection that may write rolls back.
    connection.reset();
    Connection(file, SQLite::OPEN_READWRITE).database.execAndGet(FirstQuestion);
    connection = std::make_unique<Connection>(file, SQLite::OPEN_READONLY);
  }
  return connection;
}

tl::expected<TournamentStore, std::string> TournamentStore::open(const fs::path& folder, bool writable) {
  const fs::path file = folder / StoreFileName;
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) {
    if (const auto found = require_folder(folder); !found) return tl::unexpected(found.error());
    return tl::unexpected("there is no tournament in \"" + folder.string() + "\" (no " + StoreFileName + ")");
  }
  try {
    std::unique_ptr<Connection> connection = connect(file, writable);
    const int application = connection->database.execAndGet("PRAGMA application_id").getInt();
    const int version = connection->database.execAndGet("PRAGMA user_version").getInt();
    if (application != ApplicationId) {
      return tl::unexpected("\"" + file.string() + "\" is not a tournament of the Tichu arena");
    }
    if (version != SchemaVersion) {
      return tl::unexpected("\"" + file.string() + "\" has schema version " + std::to_string(version) +
                            ", this program reads " + std::to_string(SchemaVersion));
    }
    return TournamentStore(std::move(connection));
  } catch (const SQLite::Exception& error) {
    return tl::unexpected("\"" + file.string() + "\" cannot be read: " + error.what());
  }
}

bool TournamentStore::is_damaged(const fs::path& folder) {
  const fs::path file = folder / StoreFileName;
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  try {
    connect(file, false)->database.execAndGet("SELECT count(*) FROM sqlite_schema");
  } catch (const SQLite::Exception& error) {
    return means_damage(error);
  }
  return false;
}

tl::expected<TournamentStore, std::string> TournamentStore::open(const fs::path& folder) { return open(folder, false); }

tl::expected<TournamentStore, std::string> TournamentStore::resume(const fs::path& folder) {
  return open(folder, true);
}

tl::expected<void, std::string> TournamentStore::begin_writing() {
  const bool durable = config().durable;
  try {
    connection_->prepare_writing(durable);
    connection_->keep_log_at_close(false);
    const SQLite::Column latest = connection_->database.execAndGet("SELECT max(id) FROM run");
    if (!latest.isNull()) connection_->run = latest.getInt64();
    return {};
  } catch (const SQLite::Exception& error) {
    return tl::unexpected("\"" + connection_->file + "\" cannot be written: " + error.what());
  }
}

void TournamentStore::begin_run(RunRecord run) { connection_->begun = std::move(run); }

void TournamentStore::add(std::span<const FinishedJob> jobs, std::span<const LadderMeeting> meetings) {
  connection_->guarded([&] {
    SQLite::Database& database = connection_->database;
    // Where anything fails the statements are made anew.
    std::unique_ptr<JobInserts> inserts = std::move(connection_->inserts);
    if (!inserts) inserts = std::make_unique<JobInserts>(database);
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    std::optional<std::int64_t> run = connection_->run;
    if (connection_->begun) {
      run = database.execAndGet("SELECT coalesce(max(id) + 1, 0) FROM run").getInt64();
      inserts->write_run(*run, *connection_->begun);
    }
    write_meetings(database, meetings);
    inserts->write(jobs, connection_->tournament(), run);
    transaction.commit();
    connection_->begun.reset();
    connection_->run = run;
    connection_->inserts = std::move(inserts);
  });
}

std::size_t TournamentStore::invalidate(std::span<const JobNumber> jobs, const std::string& worker,
                                        const std::string& reason) {
  std::size_t invalidated = 0;
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    invalidated = invalidate_jobs(connection_->database, jobs, worker, reason);
    transaction.commit();
  });
  return invalidated;
}

std::optional<JobNumber> TournamentStore::first_invalidated() const {
  return connection_->guarded([&]() -> std::optional<JobNumber> {
    const SQLite::Column first = connection_->database.execAndGet("SELECT min(job) FROM invalidated");
    if (first.isNull()) return std::nullopt;
    return JobNumber(unsigned_of(first));
  });
}

void TournamentStore::add_usage(JobNumber job, std::span<const BotUsage> usage) {
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    JobInserts(connection_->database).write_usage(job, usage);
    transaction.commit();
  });
}

void TournamentStore::add_build(BotId bot, const BotBuild& build, const UsedSandbox& sandbox) {
  const bool has_sandbox = sandbox != UsedSandbox{};
  if (connection_->begun) {
    connection_->begun->bots.resize(static_cast<std::size_t>(bot) + 1);
    connection_->begun->bots.back() = build;
    if (has_sandbox) connection_->begun->sandbox = sandbox;
    return;
  }
  if (!connection_->run) return;
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    JobInserts(connection_->database).write_build(*connection_->run, bot, build);
    if (has_sandbox) {
      SQLite::Statement update(connection_->database, "UPDATE run SET sandbox = ?, protections = ? WHERE id = ?");
      update.bind(1, sandbox.kind);
      update.bind(2, nlohmann::json(sandbox.protections).dump());
      update.bind(3, *connection_->run);
      update.exec();
    }
    transaction.commit();
  });
}

OrInputError<EntrantId> TournamentStore::enter(const BotSpec& bot, const std::string& owner,
                                               std::optional<EntrantId> predecessor, double seconds) {
  return connection_->guarded([&]() -> OrInputError<EntrantId> {
    SQLite::Database& database = connection_->database;
    database.exec("PRAGMA foreign_keys = ON");
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const TournamentConfig& config = connection_->tournament();
    if (const auto checked = check_entry(config, bot, owner, connection_->file); !checked) {
      return tl::unexpected(checked.error());
    }
    const auto id = static_cast<EntrantId>(connection_->entrant_count());
    const auto bot_id = static_cast<std::int64_t>(config.bots.size());
    write_bot(database, bot_id, bot);
    write_entrant(database, static_cast<std::int64_t>(id), {bot.name, {{BotId(bot_id), BotId(bot_id)}}});
    write_change(database, {ChangeKind::Enter, id, predecessor, owner, seconds}, bot);
    transaction.commit();
    return id;
  });
}

void TournamentStore::ask(const FieldChange& change) {
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    write_change(connection_->database, change, std::nullopt);
    transaction.commit();
  });
}

std::vector<StoredChange> TournamentStore::changes(std::uint64_t from) const {
  return connection_->guarded([&] { return read_changes(connection_->database, from); });
}

void TournamentStore::note_effect(std::span<const StoredChange> changes) {
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    write_effect(connection_->database, changes);
    transaction.commit();
  });
}

void TournamentStore::add_season(const LadderSeason& season) {
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    write_season(connection_->database, season);
    transaction.commit();
  });
}

std::vector<LadderSeason> TournamentStore::seasons() const {
  return connection_->guarded([&] { return read_seasons(connection_->database); });
}

void TournamentStore::begin_seasons(JobNumber job) {
  connection_->guarded([&] {
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    write_season_effect(connection_->database, job);
    transaction.commit();
    connection_->config.reset();
  });
}

std::uint64_t TournamentStore::jobs_before(JobNumber job) const {
  return connection_->guarded([&] {
    SQLite::Statement query(connection_->database, "SELECT count(*) FROM job WHERE number < ?");
    query.bind(1, signed_of(job.value()));
    query.executeStep();
    return unsigned_of(query.getColumn(0));
  });
}

std::vector<LadderMeeting> TournamentStore::meetings(std::uint64_t from, std::uint64_t most) const {
  return connection_->guarded([&] { return read_meetings(connection_->database, from, most); });
}

void TournamentStore::finish() {
  connection_->inserts.reset();
  connection_->guarded([&] {
    try {
      connection_->database.exec("PRAGMA journal_mode = DELETE");
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_BUSY) throw;
    }
  });
}

std::vector<std::string> TournamentStore::migrate(const fs::path& folder, bool on_trial) {
  const std::string file = (folder / StoreFileName).string();
  try {
    SQLite::Database database(file, SQLite::OPEN_READWRITE, BusyMilliseconds);
    return arena::migrate(database, file, Migrations, on_trial);
  } catch (const SQLite::Exception& error) {
    throw std::runtime_error(file + ": " + error.what());
  }
}

void TournamentStore::reread() { connection_->config.reset(); }

TournamentConfig TournamentStore::config() const {
  return connection_->guarded([&] { return connection_->tournament(); });
}

void TournamentStore::replace_config(const TournamentConfig& config) {
  connection_->guarded([&] {
    TournamentConfig founded = config;
    for (; founded.entered > 0; --founded.entered) {
      founded.schedule.owners.erase(founded.bots.back().name);
      founded.bots.pop_back();
    }
    SQLite::Transaction transaction(connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement update(connection_->database, "UPDATE tournament SET configuration = ?");
    update.bind(1, config_json(founded));
    update.exec();
    rewrite_entered(connection_->database, config);
    transaction.commit();
    connection_->config.reset();
    connection_->inserts.reset();
  });
}

std::string TournamentStore::program() const {
  return connection_->guarded(
      [&] { return connection_->database.execAndGet("SELECT program FROM tournament").getString(); });
}

StoredRuns TournamentStore::runs() const {
  return connection_->guarded([&] { return read_runs(connection_->database, connection_->tournament_entrants()); });
}

std::uint64_t TournamentStore::job_count() const {
  return connection_->guarded(
      [&] { return unsigned_of(connection_->database.execAndGet("SELECT count(*) FROM job")); });
}

bool TournamentStore::has_job(JobNumber job) const {
  return connection_->guarded([&] {
    SQLite::Statement query(connection_->database, "SELECT 1 FROM job WHERE number = ?");
    query.bind(1, signed_of(job.value()));
    return query.executeStep();
  });
}

std::optional<JobNumber> TournamentStore::latest_job() const {
  return connection_->guarded([&]() -> std::optional<JobNumber> {
    SQLite::Statement query(connection_->database, "SELECT number FROM job ORDER BY number DESC LIMIT 1");
    if (!query.executeStep()) return std::nullopt;
    return JobNumber(unsigned_of(query.getColumn(0)));
  });
}

StoredResults TournamentStore::results(const OnDamage& lose) const {
  return connection_->guarded([&] {
    StoredResults results;
    const std::uint64_t count = job_count();
    results.jobs.reserve(count);
    results.boards.reserve(count);
    SQLite::Statement query(connection_->database, std::string("SELECT ") + JobColumns + " FROM job WHERE " +
                                                       connection_->has_known_entrants() + " ORDER BY number");
    const std::size_t entrants = connection_->tournament_entrants().size();
    while (query.executeStep()) {
      const auto result = unless_damaged(
          query, [&] { return std::pair(job_of(query, entrants), result_of(query)); }, lose);
      if (!result) continue;
      const Job& job = result->first;
      results.jobs.push_back(job);
      results.boards.push_back({job.board, job.entrants, result->second});
    }
    return results;
  });
}

std::optional<StoredBoard> TournamentStore::board(JobNumber job) const {
  return connection_->guarded([&]() -> std::optional<StoredBoard> {
    auto found = connection_->reader().read(job);
    if (!found) return std::nullopt;
    if (!*found) throw std::runtime_error(connection_->file + ": " + to_text(found->error()));
    return std::move(found->value());
  });
}

std::optional<std::uint64_t> TournamentStore::board_bytes(JobNumber job) const {
  return connection_->guarded([&]() -> std::optional<std::uint64_t> {
    SQLite::Statement query(connection_->database,
                            "SELECT packed FROM job LEFT JOIN rounds ON rounds.job = job.number WHERE number = ?");
    query.bind(1, signed_of(job.value()));
    try {
      if (!query.executeStep()) return std::nullopt;
      const SQLite::Column packed = query.getColumn(0);
      return unpacked_size({static_cast<const char*>(packed.getBlob()), static_cast<std::size_t>(packed.getBytes())});
    } catch (const std::runtime_error&) {
      return 0;
    }
  });
}

void TournamentStore::each_board(const std::function<bool(const StoredBoard& board)>& take,
                                 const OnDamage& lose) const {
  connection_->guarded([&] {
    // One by one, since the first damaged page would end a query for all of them.
    std::vector<JobNumber> numbers;
    SQLite::Statement query(connection_->database,
                            "SELECT number FROM job WHERE " + connection_->has_known_entrants() + " ORDER BY number");
    while (query.executeStep()) numbers.emplace_back(unsigned_of(query.getColumn(0)));
    query.reset();
    BoardReader reader = connection_->reader();
    for (const JobNumber number : numbers) {
      const auto found = reader.read(number);
      if (!found) continue;
      if (!*found) {
        lose(found->error());
      } else if (!take(found->value())) {
        return;
      }
    }
  });
}

std::vector<DamagedJob> TournamentStore::jobs_without_rounds() const {
  return connection_->guarded([&] {
    SQLite::Statement query(connection_->database,
                            "SELECT number, board FROM job WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE job = number) "
                            "ORDER BY number");
    std::vector<DamagedJob> found;
    while (query.executeStep()) {
      found.push_back({JobNumber(unsigned_of(query.getColumn(0))), BoardNumber(unsigned_of(query.getColumn(1))),
                       std::string(MissingRounds)});
    }
    return found;
  });
}

std::vector<std::string> TournamentStore::database_flaws() const {
  return connection_->guarded([&] {
    std::vector<std::string> flaws;
    try {
      SQLite::Statement query(connection_->database, "PRAGMA integrity_check");
      while (query.executeStep()) flaws.push_back(in_one_line(query.getColumn(0).getString()));
      SQLite::Statement references(connection_->database, "PRAGMA foreign_key_check");
      while (references.executeStep()) {
        flaws.push_back("a row of " + references.getColumn(0).getString() + " belongs to a row of " +
                        references.getColumn(2).getString() + " that is missing");
      }
    } catch (const SQLite::Exception& error) {
      if (!means_damage(error)) throw;
      flaws.emplace_back(error.what());
    }
    std::erase(flaws, "ok");
    return flaws;
  });
}

std::vector<PlayFigures> TournamentStore::figures(std::span<const DamagedJob> damaged) const {
  return connection_->guarded([&] {
    SQLite::Statement query(connection_->database,
                            "SELECT total(faults), total(rounds), total(tichu_called), total(tichu_made), "
                            "total(grand_called), total(grand_made), total(double_victories), total(bomb_hands) "
                            "FROM entrant LEFT JOIN side ON side.entrant = entrant.id AND "
                            "side.job NOT IN (SELECT value FROM json_each(?)) WHERE entrant.id < ? "
                            "GROUP BY entrant.id ORDER BY entrant.id");
    nlohmann::json numbers = nlohmann::json::array();
    for (const DamagedJob& job : damaged) numbers.push_back(signed_of(job.job.value()));
    query.bind(1, numbers.dump());
    query.bind(2, signed_of(connection_->tournament_entrants().size()));
    std::vector<PlayFigures> all;
    while (query.executeStep()) {
      PlayFigures figures;
      const std::array<std::uint64_t*, 8> members{
          &figures.faults,       &figures.rounds,     &figures.tichu_called,     &figures.tichu_made,
          &figures.grand_called, &figures.grand_made, &figures.double_victories, &figures.bomb_hands};
      for (std::size_t i = 0; i < members.size(); ++i) *members[i] = unsigned_of(query.getColumn(static_cast<int>(i)));
      all.push_back(figures);
    }
    return all;
  });
}

std::vector<FinishedFault> TournamentStore::faults(const OnDamage& lose) const {
  return connection_->guarded([&] {
    SQLite::Statement query(connection_->database, std::string("SELECT ") + FaultColumns + " FROM fault WHERE " +
                                                       connection_->has_known_bot() +
                                                       " ORDER BY job, seating, round, seat");
    std::vector<FinishedFault> faults;
    const std::size_t bots = connection_->tournament().bots.size();
    while (query.executeStep()) {
      auto fault = unless_damaged(
          query, [&] { return fault_of(query, bots); }, lose);
      if (fault) faults.push_back(std::move(*fault));
    }
    return faults;
  });
}

FinishedFault TournamentStore::with_evidence(FinishedFault fault) const {
  return connection_->guarded([&] {
    SQLite::Statement query(
        connection_->database,
        "SELECT stderr, sent, received FROM fault WHERE job = ? AND seating = ? AND round = ? AND seat = ?");
    query.bind(1, signed_of(fault.job.value()));
    query.bind(2, signed_of(fault.seating.value()));
    query.bind(3, signed_of(fault.round.value()));
    query.bind(4, fault.seat.number());
    if (!query.executeStep()) throw std::runtime_error("the fault is not in the database");
    fault.stderr_tail = query.getColumn(0).getString();
    fault.exchange = {query.getColumn(1).getString(), query.getColumn(2).getString()};
    return std::move(fault);
  });
}

std::uint64_t TournamentStore::usage_count() const {
  return connection_->guarded(
      [&] { return unsigned_of(connection_->database.execAndGet("SELECT count(*) FROM usage")); });
}

std::vector<BotUsage> TournamentStore::usage(const OnDamage& lose) const {
  return connection_->guarded([&] {
    std::vector<BotUsage> all(connection_->tournament().bots.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].bot = static_cast<BotId>(i);
    SQLite::Statement query(connection_->database, std::string("SELECT ") + UsageColumns + " FROM usage WHERE " +
                                                       connection_->has_known_bot());
    while (query.executeStep()) {
      const auto used = unless_damaged(
          query, [&] { return usage_of(query, all.size()); }, lose);
      if (used) tichu::arena::add_usage(all, *used);
    }
    return all;
  });
}

std::optional<Record> TournamentStore::record(JobNumber job, SeatingNumber seating, RoundNumber round) const {
  std::optional<StoredBoard> found = board(job);
  if (!found) return std::nullopt;
  for (StoredRound& stored : found->rounds) {
    if (stored.seating == seating && stored.number == round) return std::move(stored.record);
  }
  return std::nullopt;
}

}  // namespace tichu::arena
