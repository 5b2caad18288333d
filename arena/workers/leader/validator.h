#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arena/ids.h"
#include "arena/workers/leader/unit_store.h"

namespace tichu::arena {

/// So many units of a worker are all played a second time.
inline constexpr std::uint64_t FirstUnits = 10;

/// The share of a worker's units that is rechecked after `units` of them: 1 for the first ones, then 1 / valid in a
/// row, and never less than 1 %.
double recheck_share(std::uint64_t units, std::uint64_t valid_in_a_row);

/// A number in [0, 1) that follows from the secret and the unit: no worker can know which units are rechecked.
double recheck_draw(const std::string& secret, UnitNumber unit);

/// In so many units must a stranger's bot differ before it is taken for one that does not repeat itself.
inline constexpr int DifferencesOfBot = 2;

/// Decides which units are rechecked, and invalidates. All it knows is in the book of units, so that it outlives the
/// leader. It knows neither network nor clock. Not thread-safe.
class Validator {
 public:
  /// The book must outlive it.
  explicit Validator(UnitStore& book);

  enum class Second : std::uint8_t {
    None,    ///< the unit is not rechecked
    Worker,  ///< another worker plays it, or the leader
    Leader   ///< the leader plays it: it is the worker's first
  };
  /// All boards of a unit are stored; once a unit. `is_comparable`: its bots repeat themselves.
  Second take_stored(UnitNumber unit, const std::string& worker, bool is_comparable);
  /// A second play of the unit was the same. `checked_by`: the worker that played it; empty: the leader.
  void take_valid(UnitNumber unit, const std::string& worker, const std::string& checked_by);
  /// The recheck ends without a decision.
  void close(UnitNumber unit);
  /// Invalidates a unit of this worker, which goes on.
  void invalidate(UnitNumber unit, const std::string& worker, const std::string& reason);
  /// The worker takes part no more. Invalidates all that it played or checked and nobody else confirmed.
  void stop(const std::string& worker, const std::string& reason);

  /// A worker played a board with this stranger's bot differently than the leader.
  void add_difference(BotId bot);
  /// The leader's own plays with this bot differ.
  void set_nondeterministic(BotId bot);
  bool is_nondeterministic(BotId bot) const;

  bool is_stopped(const std::string& worker) const { return stopped_.contains(worker); }
  /// Workers that take part no more, and why.
  const std::map<std::string, std::string>& stopped() const { return stopped_; }
  /// Units that were stored so far.
  std::uint64_t units() const { return units_; }

 private:
  void invalidate(const std::vector<UnitNumber>& units, const std::string& worker, const std::string& reason);
  void add_valid(const std::string& worker);

  UnitStore& book_;
  std::map<std::string, BookedWorker> workers_;
  std::map<std::string, std::string> stopped_;
  std::map<BotId, int> differences_;
  std::uint64_t units_ = 0;
};

}  // namespace tichu::arena
