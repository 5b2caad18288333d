#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <optional>
#include <span>

#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/stored_runs.h"

namespace tichu::arena {

/// The statements that write finished jobs, prepared once for a database. To be used within a transaction; throws
/// SQLite::Exception, after which new ones must be made. For sources only.
class JobInserts {
 public:
  explicit JobInserts(const SQLite::Database& database);

  /// A run, under this number.
  void write_run(std::int64_t run, const RunRecord& record);
  /// What a bot was in a run that is stored.
  void write_build(std::int64_t run, BotId bot, const BotBuild& build);
  /// Everything of the jobs of this tournament, which that run played (nullopt: nobody knows); what their bots used is
  /// added up, under the last job.
  void write(std::span<const FinishedJob> jobs, const TournamentConfig& config, std::optional<std::int64_t> run);
  /// What bots used, under a job that is stored.
  void write_usage(JobNumber job, std::span<const BotUsage> usage);

 private:
  void write_job(const FinishedJob& finished, std::optional<std::int64_t> run, std::optional<std::int64_t> stored);
  void write_rounds(const FinishedJob& finished, std::optional<std::uint64_t> seed);
  void write_faults(const FinishedJob& finished);
  void write_output(const FinishedJob& finished);

  SQLite::Statement run_;
  SQLite::Statement build_;
  SQLite::Statement job_;
  SQLite::Statement rounds_;
  SQLite::Statement fault_;
  SQLite::Statement output_;
  SQLite::Statement old_output_;
  SQLite::Statement usage_;
};

}  // namespace tichu::arena
