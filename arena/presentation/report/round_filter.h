#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/text/input_error.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// Which rounds of a tournament are wanted: those that meet every condition that is set.
struct RoundFilter {
  std::vector<std::string> bots;       ///< all of them sit at the table
  std::optional<JobNumber> job;        ///< of this job
  std::optional<double> least_margin;  ///< the board's margin is at least this many points per round, either way
  bool fault = false;                  ///< a bot committed a fault
  bool double_victory = false;
  bool tichu = false;        ///< somebody called Tichu
  bool grand_tichu = false;  ///< somebody called Grand Tichu
  bool bomb = false;         ///< somebody played a bomb
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
  bool is_wanted(const StoredRound& round) const;

  const RoundFilter& filter_;
};

}  // namespace tichu::arena
