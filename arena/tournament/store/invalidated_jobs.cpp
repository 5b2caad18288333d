#include "arena/tournament/store/invalidated_jobs.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>

#include <array>
#include <vector>

#include "arena/tournament/store/sqlite_statement.h"

namespace tichu::arena {
namespace {

bool changes(SQLite::Statement& statement, JobNumber job) {
  statement.bind(1, signed_of(job.value()));
  const bool changed = statement.exec() > 0;
  statement.reset();
  return changed;
}

}  // namespace

std::size_t invalidate_jobs(SQLite::Database& database, std::span<const JobNumber> jobs, const std::string& worker,
                            const std::string& reason) {
  SQLite::Statement keep(
      database,
      "INSERT INTO invalidated (job, worker, reason, margin, packed) SELECT number, ?, ?, margin, packed "
      "FROM job JOIN rounds ON rounds.job = job.number WHERE number = ?");
  SQLite::Statement other(database,
                          "UPDATE usage SET job = (SELECT max(number) FROM job WHERE number <> ?1) WHERE job = ?1 "
                          "AND EXISTS (SELECT 1 FROM job WHERE number <> ?1)");
  const std::array<const char*, 5> texts{"DELETE FROM usage WHERE job = ?", "DELETE FROM fault WHERE job = ?",
                                         "DELETE FROM output WHERE job = ?", "DELETE FROM rounds WHERE job = ?",
                                         "DELETE FROM job WHERE number = ?"};
  std::vector<SQLite::Statement> removals;
  removals.reserve(texts.size());
  for (const char* text : texts) removals.emplace_back(database, text);
  std::size_t invalidated = 0;
  for (const JobNumber job : jobs) {
    SQLite::bind(keep, worker, reason, signed_of(job.value()));
    keep.exec();
    keep.reset();
    changes(other, job);
    bool was_there = false;
    for (SQLite::Statement& removal : removals) was_there = changes(removal, job);
    if (was_there) ++invalidated;
  }
  return invalidated;
}

}  // namespace tichu::arena
