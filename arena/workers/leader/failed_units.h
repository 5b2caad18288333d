#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "arena/workers/broker/back_off.h"
#include "arena/workers/leader/leader_context.h"
#include "arena/workers/leader/open_units.h"
#include "arena/workers/leader/recheck.h"
#include "arena/workers/leader/unit_source.h"
#include "arena/workers/leader/worker_registry.h"

namespace tichu::arena {

/// What follows when a unit was not played, and no bot is to blame: its boards are played again, in smaller units, and
/// a board that nobody can play is set aside. One thread.
class FailedUnits {
 public:
  /// All must outlive it.
  FailedUnits(LeaderContext& context, OpenUnits& units, WorkerRegistry& registry, Recheck& recheck, UnitSource& source)
      : context_(context), units_(units), registry_(registry), recheck_(recheck), source_(source) {}

  /// A worker says that it could not play a unit. It is open no more.
  void take_failure(OpenUnit& open, const std::string& worker, const UnitFailure& failure);
  /// The worker that has a unit went silent, or has it no more.
  void take_loss(OpenUnit& open);
  /// A unit is larger than a message may be: its boards go out in smaller ones, `share` as many. One that is too large
  /// alone is set aside. It is open no more.
  void divide(OpenUnit& open, double share, const std::string& why);
  /// A board is not played.
  void set_aside(JobNumber job, const std::string& why, const std::string& note);

  /// Boards that are not played, and why.
  const std::map<JobNumber, std::string>& aside() const { return aside_; }

 private:
  void count_failure(const std::string& worker);
  bool is_hopeless(const WaitingJob& job, const std::optional<Unit>& unit) const;
  void play_again(OpenUnit& open, const std::set<std::string>& workers, const UnitFailure& failure);

  LeaderContext& context_;
  OpenUnits& units_;
  WorkerRegistry& registry_;
  Recheck& recheck_;
  UnitSource& source_;
  std::map<JobNumber, std::string> aside_;
  BackOff pauses_{std::chrono::milliseconds(250), std::chrono::milliseconds(10'000)};
};

}  // namespace tichu::arena
