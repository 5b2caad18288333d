#include "arena/service/ladder/worker_audit.h"

#include <string_view>
#include <vector>

#include "arena/service/ladder/account_table.h"
#include "arena/service/ladder/ladder_sql.h"
#include "arena/text/counted.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

constexpr const char* Actor = "ladder";
constexpr const char* RemoveBoards = "remove boards";
constexpr const char* LastRemoved = "noted_removals";  // the setting that lasts over restarts

/// What the leader does with a worker that comes into a state; empty: nothing.
std::string_view act_of(WorkerState state) {
  switch (state) {
    case WorkerState::Playing:
      return "admit worker";
    case WorkerState::OtherBuild:
      return "refuse worker";
    case WorkerState::Refused:
      return "stop worker";
    case WorkerState::Draining:
    case WorkerState::Silent:
      break;
  }
  return {};
}

/// As the log names a worker; no account's name has a space.
std::string target_of(const std::string& worker) { return "worker " + worker; }

/// Whether the worker's latest entry of a state says the same, as after a restart of the ladder.
bool is_noted(LadderDatabase::Work& work, const std::string& act, const SeenWorker& worker) {
  SQLite::Statement query =
      bound(work.sql(),
            "SELECT act, reason FROM audit WHERE actor = ? AND target = ? AND act <> ? ORDER BY number DESC LIMIT 1",
            Actor, target_of(worker.name), RemoveBoards);
  return query.executeStep() && query.getColumn(0).getString() == act &&
         query.getColumn(1).getString() == worker.reason;
}

}  // namespace

void WorkerAudit::look(const std::shared_ptr<const SeenWorkers>& workers) {
  if (workers == seen_ || workers == nullptr) return;
  note_states(*workers);
  note_removals();
  seen_ = workers;
}

void WorkerAudit::note_states(const SeenWorkers& workers) {
  std::vector<const SeenWorker*> fresh;
  for (const SeenWorker& worker : workers.all) {
    const bool is_fresh = !act_of(worker.state).empty() && !noted_.contains({worker.name, worker.state});
    if (is_fresh) fresh.push_back(&worker);
  }
  if (fresh.empty()) return;
  LadderDatabase::Work work = database_.begin();
  for (const SeenWorker* worker : fresh) {
    const std::string act(act_of(worker->state));
    if (!is_noted(work, act, *worker)) AccountTable(work).note(Actor, act, target_of(worker->name), worker->reason);
  }
  work.commit();
  for (const SeenWorker* worker : fresh) noted_.emplace(worker->name, worker->state);
}

void WorkerAudit::note_removals() {
  const std::filesystem::path file = tournament_ / StoreFileName;
  if (!std::filesystem::exists(file)) return;
  if (!removed_) removed_ = std::stoll(database_.setting(LastRemoved).value_or("0"));
  SQLite::Database tournament(file.string(), SQLite::OPEN_READONLY, BusyMilliseconds);
  SQLite::Statement removed(tournament,
                            "SELECT worker, reason, count(*), max(id) FROM invalidated WHERE id > ? "
                            "GROUP BY worker, reason ORDER BY max(id)");
  removed.bind(1, *removed_);
  if (!removed.executeStep()) return;
  LadderDatabase::Work work = database_.begin();
  std::int64_t last = 0;
  do {
    AccountTable(work).note(
        Actor, RemoveBoards, target_of(removed.getColumn(0).getString()),
        counted(unsigned_of(removed.getColumn(2)), "board") + ": " + removed.getColumn(1).getString());
    last = removed.getColumn(3).getInt64();
  } while (removed.executeStep());
  set_setting(work.sql(), LastRemoved, std::to_string(last));
  work.commit();
  removed_ = last;
}

}  // namespace tichu::arena
