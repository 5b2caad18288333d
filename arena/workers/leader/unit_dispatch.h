#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "arena/workers/leader/leader.h"
#include "arena/workers/leader/recheck.h"
#include "arena/workers/leader/unit_source.h"

namespace tichu::arena {

/// Gives ready units to workers that have nothing to do, and takes back those that are lost or were not played. No bot
/// is to blame for these: their boards are played again, in smaller units, and a board that nobody can play is set
/// aside. One thread.
class UnitDispatch {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// All must outlive it.
  UnitDispatch(Leader& leader, Recheck& recheck, UnitSource& source)
      : leader_(leader), recheck_(recheck), source_(source) {}

  void give(Time now);
  /// Units of workers that are silent, or that say that they do not have them, and units that were kept too long.
  void take_back_lost(Time now);
  /// A worker says that it could not play a unit. It is open no more.
  void take_failure(OpenUnit& open, const std::string& worker, const units::Failure& failure);
  /// A board is not played.
  void set_aside(JobNumber job, const std::string& why, const std::string& note);
  /// Boards that are not played, and why.
  const std::map<JobNumber, std::string>& aside() const { return aside_; }

 private:
  std::size_t room(const std::string& name, const KnownWorker& worker);
  bool give_to(const std::string& name, KnownWorker& worker, Time now);
  OpenUnit* next_for(const std::string& name, KnownWorker& worker, Time now);
  void note_kept_from_guests();
  bool is_fast_enough(const OpenUnit& open, const std::string& name, KnownWorker& worker);
  bool send(OpenUnit& open, const std::string& name, Time now);
  void divide(OpenUnit& open, std::size_t bytes, std::size_t most);
  void take_loss(OpenUnit& open);
  void count_failure(const std::string& worker);
  bool is_hopeless(const WaitingJob& job, const OpenUnit& open);
  void play_again(OpenUnit& open, const std::set<std::string>& workers, const std::string& why);

  Leader& leader_;
  Recheck& recheck_;
  UnitSource& source_;
  std::map<JobNumber, std::string> aside_;
  bool told_of_guests_ = false;
};

}  // namespace tichu::arena
