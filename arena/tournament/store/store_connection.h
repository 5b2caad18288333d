#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/board_reader.h"
#include "arena/tournament/store/job_inserts.h"
#include "arena/tournament/store/sqlite_statement.h"
#include "arena/tournament/store/stored_board.h"
#include "arena/tournament/store/stored_results.h"
#include "arena/tournament/store/stored_runs.h"

namespace tichu::arena {

/// Whether SQLite says that the file itself is wrong, rather than that the machine or another program is in the way.
bool means_damage(const SQLite::Exception& error);

/// A tournament's database as it is open, and what has been read of it. For sources only.
struct StoreConnection {
  StoreConnection(const std::filesystem::path& path, int flags);

  /// Whether closing the database leaves the write-ahead log of a killed program where it is.
  void keep_log_at_close(bool keep);
  /// A killed program loses no transaction; a loss of power may take the last ones if it is not durable, but never
  /// tears a job.
  void prepare_writing(bool durable);

  /// Another program may be writing, such as one that enters a bot. SQLite waits for it before each transaction, but
  /// not as it changes the journal, whose lock it takes while it reads.
  void await_write_ahead_log();

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

  /// Runs `work` in one transaction, which is undone if it throws.
  template <typename Work>
  void in_transaction(Work work) {
    guarded([&] {
      SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
      work();
      transaction.commit();
    });
  }

  /// What the tournament is, read once. Throws std::runtime_error if it cannot be read.
  const TournamentConfig& tournament();
  const std::vector<Entrant>& tournament_entrants() {
    tournament();
    return entrants;
  }
  std::uint64_t entrant_count();
  /// A condition for rows that belong to none who entered a ladder since it was read: not yet of interest. `number` is
  /// that of an entrant or of a bot.
  std::string is_known(const std::string& number, const std::string& table, std::size_t known);
  std::string has_known_entrants();
  std::string has_known_bot() { return is_known("bot", "bot", tournament().bots.size()); }
  BoardReader reader();

  std::string file;
  SQLite::Database database;
  std::unique_ptr<JobInserts> inserts;     ///< made with the first job
  std::optional<RunRecord> begun;          ///< the run that is stored with the next job
  std::optional<std::int64_t> run;         ///< the run that is stored, by its number
  std::optional<TournamentConfig> config;  ///< once it was asked for
  std::vector<Entrant> entrants;           ///< with it
};

}  // namespace tichu::arena
