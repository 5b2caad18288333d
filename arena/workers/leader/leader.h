#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/play/observer.h"
#include "arena/tournament/play/roster.h"
#include "arena/workers/leader/local_executor.h"
#include "arena/workers/leader/open_units.h"
#include "arena/workers/leader/unit_store.h"
#include "arena/workers/leader/worker_registry.h"

namespace tichu::arena {

/// What the parts of a leader share. One thread, but for the roster and the notes.
class Leader {
 public:
  /// `folder`: the tournament's, for the book of its units. `build`: of this program.
  Leader(JobFeed& jobs, std::shared_ptr<const Roster> roster, const std::filesystem::path& folder, Publish sends,
         const std::string& build)
      : feed(jobs),
        publish(std::move(sends)),
        book(folder),
        units(book),
        registry(publish, build),
        roster_(std::move(roster)) {}

  JobFeed& feed;
  const Publish publish;
  UnitStore book;
  OpenUnits units;
  WorkerRegistry registry;
  LocalExecutor local;
  std::size_t most_bytes = MostUnitBytes;  ///< that the broker takes in a message

  /// The bots of the run.
  std::shared_ptr<const Roster> roster() const {
    const std::scoped_lock lock(mutex_);
    return roster_;
  }
  void set_roster(std::shared_ptr<const Roster> roster) {
    const std::scoped_lock lock(mutex_);
    roster_ = std::move(roster);
  }
  /// Notes for people.
  void note(std::string text, RunNote::Level level = RunNote::Level::Warning) {
    const std::scoped_lock lock(mutex_);
    notes_.push_back({level, std::move(text)});
  }
  std::vector<RunNote> take_notes() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(notes_, {});
  }

 private:
  mutable std::mutex mutex_;
  // Under the mutex:
  std::shared_ptr<const Roster> roster_;
  std::vector<RunNote> notes_;
};

}  // namespace tichu::arena
