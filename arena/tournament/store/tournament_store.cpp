#include "arena/tournament/store/tournament_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "arena/hosting/sandbox/posix.h"
#include "arena/text/required_path.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/field_rows.h"
#include "arena/tournament/store/invalidated_jobs.h"
#include "arena/tournament/store/job_inserts.h"
#include "arena/tournament/store/run_reader.h"
#include "arena/tournament/store/schema.h"
#include "arena/tournament/store/sqlite_statement.h"
#include "arena/tournament/store/store_connection.h"
#include "arena/tournament/store/stored_rows.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// A finding of SQLite's check, without its heading.
std::string in_one_line(std::string finding) {
  constexpr std::string_view Heading = "*** in database main ***\n";
  if (finding.starts_with(Heading)) finding.erase(0, Heading.size());
  std::replace(finding.begin(), finding.end(), '\n', ' ');
  return finding;
}

void write_tournament(SQLite::Database& database, const TournamentConfig& config, const std::string& program) {
  const std::optional<std::uint64_t> seed = known_seed(config);
  execute(database, "INSERT INTO tournament VALUES (0, ?, ?, ?, ?, ?, ?, ?, ?, ?)", config.name,
          seed ? std::to_string(*seed) : std::string(), config.format, config.seatings, config.boards,
          rules_json(config.rules).dump(), limits_json(config.limits).dump(), program, config_json(config));
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    write_bot(database, static_cast<std::int64_t>(i), config.bots[i]);
  }
  const std::vector<Entrant> entrants = entrants_of(config);
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    write_entrant(database, static_cast<std::int64_t>(i), entrants[i]);
  }
}

}  // namespace

TournamentStore::TournamentStore(std::unique_ptr<StoreConnection> connection) : connection_(std::move(connection)) {}
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
    TournamentStore unnamed(std::make_unique<StoreConnection>(unfinished, SQLite::OPEN_READWRITE));
    fill(unnamed);
    unnamed.connection_.reset();
    fs::rename(unfinished, file);
    if (config.durable) sync_folder(folder);
    auto connection = std::make_unique<StoreConnection>(file, SQLite::OPEN_READWRITE);
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

std::unique_ptr<StoreConnection> TournamentStore::connect(const fs::path& file, bool writable) {
  constexpr const char* FirstQuestion = "PRAGMA application_id";
  if (writable) {
    auto connection = std::make_unique<StoreConnection>(file, SQLite::OPEN_READWRITE);
    connection->keep_log_at_close(true);
    return connection;
  }
  auto connection = std::make_unique<StoreConnection>(file, SQLite::OPEN_READONLY);
  try {
    connection->database.execAndGet(FirstQuestion);
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_READONLY) throw;
    // A killed program left a transaction half written, which only a connection that may write rolls back.
    connection.reset();
    StoreConnection(file, SQLite::OPEN_READWRITE).database.execAndGet(FirstQuestion);
    connection = std::make_unique<StoreConnection>(file, SQLite::OPEN_READONLY);
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
    std::unique_ptr<StoreConnection> connection = connect(file, writable);
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
  connection_->in_transaction([&] { invalidated = invalidate_jobs(connection_->database, jobs, worker, reason); });
  return invalidated;
}

std::optional<JobNumber> TournamentStore::first_invalidated() const {
  return connection_->guarded([&]() -> std::optional<JobNumber> {
    const SQLite::Column first = connection_->database.execAndGet("SELECT min(job) FROM invalidated");
    if (first.isNull()) return std::nullopt;
    return JobNumber(unsigned_of(first));
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
  connection_->in_transaction([&] {
    JobInserts(connection_->database).write_build(*connection_->run, bot, build);
    if (has_sandbox) {
      execute(connection_->database, "UPDATE run SET sandbox = ?, protections = ? WHERE id = ?", sandbox.kind,
              nlohmann::json(sandbox.protections).dump(), *connection_->run);
    }
  });
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
  connection_->in_transaction([&] {
    TournamentConfig founded = config;
    for (; founded.entered > 0; --founded.entered) {
      founded.schedule.owners.erase(founded.bots.back().name);
      founded.bots.pop_back();
    }
    execute(connection_->database, "UPDATE tournament SET configuration = ?", config_json(founded));
    rewrite_entered(connection_->database, config);
  });
  connection_->config.reset();
  connection_->inserts.reset();
}

std::string TournamentStore::program() const {
  return connection_->guarded(
      [&] { return connection_->database.execAndGet("SELECT program FROM tournament").getString(); });
}

StoredRuns TournamentStore::runs() const {
  return connection_->guarded([&] { return read_runs(connection_->database, connection_->tournament_entrants()); });
}

StoredResults TournamentStore::results(const OnDamage& lose) const {
  return connection_->guarded([&] {
    StoredResults results;
    const std::uint64_t count = boards().job_count();
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

}  // namespace tichu::arena
