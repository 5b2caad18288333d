#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arena/ids.h"
#include "arena/text/words.h"
#include "arena/tournament/play/invalidation.h"
#include "arena/workers/units/messages.h"
#include "arena/workers/units/play_digest.h"

namespace tichu::arena {

/// Where a unit is.
enum class UnitState : std::uint8_t {
  Ready,    ///< it is to be given out
  Out,      ///< a worker has it
  Checked,  ///< a worker's result was judged; its boards are on the way into the store
  Stored,   ///< its boards are stored
  Dropped   ///< its jobs are in other units, or set aside
};

constexpr std::array<std::string_view, 5> words_of(UnitState) {
  return {"ready", "out", "checked", "stored", "dropped"};
}

/// A unit as the book has it: which jobs, and with which of their bots given up.
struct BookedUnit {
  UnitId id;
  UnitState state = UnitState::Ready;
  std::string worker = {};                   ///< that has it, or has played it
  std::vector<JobNumber> jobs;               ///< by rising number
  std::vector<std::vector<BotId>> given_up;  ///< of each job
  std::vector<BoardDigest> digests = {};     ///< of each job, as the worker played it; empty: nothing was judged
  std::string bots = {};                     ///< a digest of the bots' files then
};

/// What the recheck of a unit has come to.
enum class RecheckState : std::uint8_t {
  None,     ///< nobody plays it a second time
  Open,     ///< it is to be played a second time
  Valid,    ///< a second play was the same
  Invalid,  ///< its boards are invalidated
};

constexpr std::array<std::string_view, 4> words_of(RecheckState) { return {"none", "open", "valid", "invalid"}; }

/// What is known of a worker.
struct BookedWorker {
  std::uint64_t units = 0;           ///< of its units, that are stored
  std::uint64_t valid_in_a_row = 0;  ///< rechecks
  std::string stopped;               ///< why it takes part no more, one clause; empty: it does
};

/// The file of a tournament's folder in which its units are kept.
inline constexpr const char* UnitStoreName = "units.sqlite";

/// The units of a tournament that are given out, in a database beside the tournament's own: a leader that was killed
/// knows them when it is resumed. Losing it loses no result: the units' jobs are then given out once more. One thread
/// at a time. Functions throw std::runtime_error if the disk refuses.
class UnitStore {
 public:
  /// Opens or makes the book in a tournament's folder.
  explicit UnitStore(const std::filesystem::path& folder);
  ~UnitStore();
  UnitStore(const UnitStore&) = delete;
  UnitStore& operator=(const UnitStore&) = delete;

  /// What the tournament is called among workers: drawn at random when the book was made.
  const std::string& tournament() const;
  /// Those that are ready, out or checked, by rising number.
  std::vector<BookedUnit> open_units() const;

  /// Writes a unit before it is given out; returns it with a number of its own.
  BookedUnit add(std::vector<JobNumber> jobs, std::vector<std::vector<BotId>> given_up);
  /// Of `unit` anything but its number and its jobs has changed.
  void note(const BookedUnit& unit);
  /// A unit that was added, whether it is open or not.
  BookedUnit unit(UnitNumber number) const;

  /// `checked_by`: the worker that played a valid unit a second time; empty: the leader.
  void set_recheck(UnitNumber unit, RecheckState state, std::string_view checked_by = {});
  /// The stored units whose recheck is open, by rising number.
  std::vector<UnitNumber> open_rechecks() const;
  /// The stored units that nobody vouches for but this worker: it played them and no recheck says that they are valid,
  /// or it alone says so.
  std::vector<UnitNumber> unconfirmed(const std::string& worker) const;
  std::map<std::string, BookedWorker> workers() const;
  void set_worker(const std::string& name, const BookedWorker& worker);
  /// Of each bot that did not repeat itself, in how many units.
  std::map<BotId, int> differences_of_bots() const;
  void set_differences(BotId bot, int units);

  /// Writes all that `work` writes, or nothing if it throws; within another call, as a part of that.
  void together(const std::function<void()>& work);

  /// What decides which units are played again; drawn at random when the book was made.
  const std::string& secret() const;
  /// Work that is to be invalidated, and is not known to be.
  std::vector<Invalidation> invalidations() const;
  void add(const Invalidation& work);
  /// All of it is invalidated.
  void forget_invalidations();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tichu::arena
