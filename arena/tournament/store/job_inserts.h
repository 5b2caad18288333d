#pragma once

#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <span>

#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// The statements that write finished jobs, prepared once for a database. To be used within a transaction; throws
/// SQLite::Exception, after which new ones must be made. For sources only.
class JobInserts {
 public:
  /// `seed` is the tournament's.
  JobInserts(const SQLite::Database& database, std::uint64_t seed);

  /// Everything of the jobs; what their bots used is added up, under the last job.
  void write(std::span<const FinishedJob> jobs);
  /// What bots used, under a job that is stored.
  void write_usage(JobNumber job, std::span<const BotUsage> usage);

 private:
  void write_job(const FinishedJob& finished);
  void write_rounds(const FinishedJob& finished);
  void write_faults(const FinishedJob& finished);

  std::uint64_t seed_;
  SQLite::Statement job_;
  SQLite::Statement rounds_;
  SQLite::Statement fault_;
  SQLite::Statement usage_;
};

}  // namespace tichu::arena
