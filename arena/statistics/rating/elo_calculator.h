#pragma once

#include <cstdint>
#include <optional>

#include "arena/statistics/rating/score_counts.h"

namespace tichu::arena {

/// A number with its 95 % interval.
struct IntervalEstimate {
  double value = 0;
  /// The ends; nullopt if the data set no bound.
  std::optional<double> low;
  std::optional<double> high;

  /// Half the interval's width; nullopt if an end is open.
  std::optional<double> error95() const {
    return low && high ? std::optional<double>((*high - *low) / 2) : std::nullopt;
  }
};

/// How strong one side is against the other, from the scores of boards between the two.
struct EloEstimate {
  std::uint64_t boards = 0;
  double score = 0.5;    ///< mean of the boards' scores, 0 to 1; 0.5 without boards
  IntervalEstimate elo;  ///< Elo of that score; the interval is that of the score, put on the Elo scale
  /// Elo in units of a table's standard deviation (NormalizedEloPerT); nullopt if all boards ended alike.
  std::optional<IntervalEstimate> normalized = IntervalEstimate{};
  double superiority = 0.5;  ///< probability that the side is the stronger one, by a normal approximation
};

/// Elo, normalized Elo and likelihood of superiority, by fishtest's formulas (RATINGS.md, "Calculators"), with these
/// differences: an end of Elo's interval is open if its score lies beyond ScoreEdge; and if all boards ended alike, the
/// interval comes from the results that were not seen. Without boards there are no intervals. Defined for every input.
///
/// What it does not tell: with fewer than about 30 boards the intervals are too narrow, because they are normal ones;
/// strength against others than this opponent; how many points a win is worth.
EloEstimate estimate_elo(const ScoreCounts& counts);

}  // namespace tichu::arena
