#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/record/record.h"
#include "arena/text/input_error.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// A call of Tichu or Grand Tichu that a round must have.
struct WantedCall {
  ActionKind kind = ActionKind::CallTichu;
  std::optional<bool> made = std::nullopt;  ///< whether the caller was first out; nullopt: either, or nobody knows
};

/// Which rounds of a tournament are wanted: those that meet every condition that is set.
struct RoundFilter {
  std::vector<std::string> bots;       ///< all of them sit at the table
  std::optional<JobNumber> job;        ///< of this job
  std::optional<double> least_margin;  ///< the board's margin is at least this many points per round, either way
  bool fault = false;                  ///< a bot committed a fault
  bool double_victory = false;
  bool bomb = false;                   ///< somebody played a bomb
  std::optional<std::string> lost_by;  ///< the board was lost by the side on which this bot sits
  std::vector<WantedCall> calls;       ///< somebody made each of these calls
  std::optional<std::string> caller;   ///< this bot made them; or any call, if none is named
};

/// Picks rounds of one tournament.
class RoundPicker {
 public:
  /// Fails if the filter does not fit this tournament: it names an unknown bot or job.
  static OrInputError<void> check(const RoundFilter& filter, const Tournament& tournament);

  /// `filter` must outlive it.
  explicit RoundPicker(const RoundFilter& filter) : filter_(filter) {}

  /// The board with only the wanted rounds; it has no rounds if none is wanted.
  StoredBoard pick(const StoredBoard& board) const;
  /// True if rounds of this job can be wanted.
  bool asks_for(JobNumber job) const { return !filter_.job || *filter_.job == job; }

 private:
  bool is_wanted(const StoredBoard& board) const;
  bool is_lost(const StoredBoard& board) const;
  bool has_wanted_calls(const Record& record) const;
  bool is_wanted(const StoredRound& round) const;

  const RoundFilter& filter_;
};

}  // namespace tichu::arena
