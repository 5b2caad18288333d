#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/tournament/play/roster.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/workers/leader/unit_store.h"
#include "arena/workers/units/messages.h"
#include "arena/workers/units/play_digest.h"

namespace tichu::arena {

/// Deals that a unit has for each of its games, as long as none has turned out to be longer.
inline constexpr std::size_t UsualDeals = 40;

/// For each core of the workers: one that is played, and one that waits.
inline constexpr std::size_t UnitsOfCore = 2;
/// Units that are open at a time, however many cores workers say that they have: two thousand machines of one core.
inline constexpr std::size_t MostOpenUnits = 4096;

/// How many units are to be open for so many cores: one more, so that there is always one to take.
inline std::size_t units_wanted(std::size_t cores) {
  return std::min(UnitsOfCore * std::max<std::size_t>(cores, 1) + 1, MostOpenUnits);
}

/// A job that waits to be given out.
struct WaitingJob {
  Job job;
  int failures = 0;                      ///< of machines, so far
  std::set<std::string> failed_on = {};  ///< the workers
  std::size_t deals = UsualDeals;
  std::chrono::steady_clock::time_point not_before{};
  /// By worker, of each play with a machine's fault: `BoardDigest::bytes`.
  std::map<std::string, std::string> faults_seen = {};
  int plays = 0;  ///< that had such a fault
};

/// A unit of the run, until its boards are stored.
struct OpenUnit {
  BookedUnit booked;                                   ///< with its state
  std::vector<WaitingJob> jobs = {};                   ///< in the order of `booked.jobs`, as far as they were asked for
  std::optional<units::Unit> unit = std::nullopt;      ///< as workers get it; nullopt: it is not made yet
  std::shared_ptr<const Roster> roster = nullptr;      ///< of which it was made
  bool keeps_from_guests = false;                      ///< no guest gets it, for the sake of some bot's files
  std::optional<UnitNumber> rechecked = std::nullopt;  ///< the unit that this one plays again
  std::string played_by = {};      ///< the worker whose play is checked by this one, which does not get it
  std::set<std::string> had = {};  ///< workers that did not bring it back: others get it, if there are any
  std::chrono::steady_clock::time_point given = {};  ///< to its worker
  int losses = 0;                                    ///< workers that had it and went silent
  int times_kept = 0;                                ///< longer than `longest_kept`
  std::size_t left = 0;                              ///< jobs that are not stored yet

  UnitNumber number() const { return booked.id.number; }
  UnitState state() const { return booked.state; }
  bool is_complete() const { return jobs.size() == booked.jobs.size(); }
  std::vector<Job> plain_jobs() const;
};

/// How long a worker may have a unit before somebody else gets it as well. Each time that it was kept so long it is
/// twice as long, sixteen times as long at most. `board_seconds`: what a board takes; 0: nothing is measured.
std::chrono::duration<double> longest_kept(const OpenUnit& open, double board_seconds);

/// The units of a run, each with one state, which the book has, too. One thread.
class OpenUnits {
 public:
  using Map = std::map<UnitNumber, OpenUnit>;
  using Time = std::chrono::steady_clock::time_point;

  /// The book must outlive it.
  explicit OpenUnits(UnitStore& book) : book_(book) {}

  Map& all() { return units_; }
  /// Null if it is not open.
  OpenUnit* find(UnitNumber unit);
  /// Under the number that it was booked with.
  OpenUnit& add(OpenUnit unit);
  /// How many a worker has; how many are ready or out.
  std::size_t out_at(const std::string& worker) const;
  std::size_t unplayed() const { return units_.size() - checked_; }
  const std::set<UnitNumber>& ready() const { return ready_; }

  /// A worker gets it.
  void give(OpenUnit& open, const std::string& worker, Time now);
  /// It is to be given out once more, not to its worker if there are others.
  void take_back(OpenUnit& open);
  /// A worker's result was judged; `left` of its jobs are on the way into the store.
  void check(OpenUnit& open, const std::string& worker, std::size_t left);
  /// It is not open any more. Returns what it was.
  OpenUnit close(UnitNumber unit, UnitState state);
  /// Likewise, but in the book it stays as it is.
  void forget(UnitNumber unit);

 private:
  void set_state(OpenUnit& open, UnitState state, const std::string& worker);

  UnitStore& book_;
  Map units_;
  std::set<UnitNumber> ready_;
  std::map<std::string, std::size_t> out_;  ///< by worker, how many
  std::size_t checked_ = 0;                 ///< how many
};

}  // namespace tichu::arena
