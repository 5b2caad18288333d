#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "arena/tournament/play/observer.h"
#include "arena/tournament/play/roster.h"

namespace tichu::arena {

/// What the parts of a leader share: the bots of the run, and notes for people. Any thread.
class LeaderContext {
 public:
  explicit LeaderContext(std::shared_ptr<const Roster> roster) : roster_(std::move(roster)) {}

  std::shared_ptr<const Roster> roster() const {
    const std::scoped_lock lock(mutex_);
    return roster_;
  }
  void set_roster(std::shared_ptr<const Roster> roster) {
    const std::scoped_lock lock(mutex_);
    roster_ = std::move(roster);
  }
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
  std::shared_ptr<const Roster> roster_;
  std::vector<RunNote> notes_;
};

}  // namespace tichu::arena
