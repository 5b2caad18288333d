#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/store/board_store.h"
#include "arena/tournament/store/bot_store.h"
#include "arena/tournament/store/field_store.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/stored_board.h"
#include "arena/tournament/store/stored_changes.h"
#include "arena/tournament/store/stored_results.h"
#include "arena/tournament/store/stored_runs.h"

namespace tichu::arena {

struct StoreConnection;

/// The database of one tournament (SQLite; arena/tournament/store/SCHEMA.md). The set of finished jobs is its only
/// state: what is in it is whole, whenever the program was killed. One thread at a time. Failures of the disk leave as
/// std::runtime_error with the file's name, and as DamagedStore if the database is damaged; what was stored before
/// stays valid. Where a row is damaged that was asked for, `lose` is told its job, and the other rows follow.
class TournamentStore {
 public:
  /// Makes the database of a fresh tournament in `folder`, which must not hold one. `program` names who wrote it.
  static TournamentStore create(const std::filesystem::path& folder, const TournamentConfig& config,
                                const std::string& program);
  /// Makes the database of a tournament that is stored at once: `fill` is handed it to add all jobs. Only when `fill`
  /// has returned it stands under its name; if it throws nothing is left.
  static TournamentStore create_whole(const std::filesystem::path& folder, const TournamentConfig& config,
                                      const std::string& program,
                                      const std::function<void(TournamentStore& store)>& fill);
  /// Opens a stored tournament to go on with it. It changes nothing of what is stored before `begin_writing`. The error
  /// is a sentence: the folder holds none that this version can go on with.
  static tl::expected<TournamentStore, std::string> resume(const std::filesystem::path& folder);
  /// Opens a stored tournament for reading. The error is a sentence: the folder holds none that this version can read.
  /// What a killed program was writing is rolled back, as by `resume`.
  static tl::expected<TournamentStore, std::string> open(const std::filesystem::path& folder);

  /// Whether there is a database in the folder that SQLite calls damaged, or none of its own.
  static bool is_damaged(const std::filesystem::path& folder);

  TournamentStore(TournamentStore&&) noexcept;
  TournamentStore& operator=(TournamentStore&&) noexcept;
  ~TournamentStore();

  /// After `resume`, before anything is added, by the latest run unless another begins. Fails with a sentence if the
  /// disk cannot be written.
  tl::expected<void, std::string> begin_writing();
  /// From now on jobs are added that this run plays. It is stored with the first of them.
  void begin_run(RunRecord run);
  /// Adds jobs in one transaction, and the meetings that a ladder has decided since: all, or none if it throws. A job
  /// that is there already is an error.
  void add(std::span<const FinishedJob> jobs, std::span<const LadderMeeting> meetings = {});
  /// Takes finished jobs out again, because the worker that played them was found false: they count as not played, and
  /// what it had sent stays in the table `invalidated`. All in one transaction; a job that is not there is passed over.
  /// Returns how many were. A schedule that gave out later jobs because of these must be asked again, as by `resume`:
  /// `invalidated_with` says which of those go, too.
  std::size_t invalidate(std::span<const JobNumber> jobs, const std::string& worker, const std::string& reason);
  /// The lowest of all jobs that were ever invalidated.
  std::optional<JobNumber> first_invalidated() const;
  /// Of a bot that enters after the run has begun, and the sandbox that the run has from then on, if it is one.
  void add_build(BotId bot, const BotBuild& build, const UsedSandbox& sandbox);

  /// After the last job: folds the write-ahead log into the one file, which can then be read from read-only media.
  /// Where somebody else has it open both stay as they are, which loses nothing.
  void finish();

  /// Brings the database that an earlier release made to what this one reads, in one transaction. Returns what was
  /// done, a sentence each; on trial what would be. Throws std::runtime_error if it cannot be; then nothing has
  /// changed.
  static std::vector<std::string> migrate(const std::filesystem::path& folder, bool on_trial);

  /// The whole configuration; of a ladder with those who have entered until it was first asked for. Who enters later is
  /// unknown to all that is read, as if it had not played yet, until `reread`. Throws std::runtime_error if it cannot
  /// be read.
  TournamentConfig config() const;
  /// Takes another configuration of the same tournament, with the same bots: other fingerprints, a higher limit.
  void replace_config(const TournamentConfig& config);
  /// Takes note of those who have entered since.
  void reread();
  /// Who wrote the database: program, version and revision.
  std::string program() const;
  /// With what the finished jobs were played, as far as it can be read.
  StoredRuns runs() const;
  /// The results of all finished jobs.
  StoredResults results(const OnDamage& lose) const;

  /// What SQLite's own check finds wrong with the whole database, one sentence each.
  std::vector<std::string> database_flaws() const;

  /// Its parts, valid until this store ends or is assigned to.
  BoardStore boards() const { return BoardStore(*connection_); }
  BotStore bots() { return BotStore(*connection_); }
  const BotStore bots() const { return BotStore(*connection_); }
  FieldStore field() { return FieldStore(*connection_); }
  const FieldStore field() const { return FieldStore(*connection_); }

 private:
  static std::unique_ptr<StoreConnection> connect(const std::filesystem::path& file, bool writable);
  static tl::expected<TournamentStore, std::string> open(const std::filesystem::path& folder, bool writable);
  explicit TournamentStore(std::unique_ptr<StoreConnection> connection);
  std::unique_ptr<StoreConnection> connection_;
};

}  // namespace tichu::arena
