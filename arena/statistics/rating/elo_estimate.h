#pragma once

#include <cstdint>
#include <optional>

#include "arena/statistics/rating/score_counts.h"

namespace tichu::arena {

/// A number with its 95 % interval.
struct IntervalEstimate {
  double value = 0;
  /// The ends; nothing where the data set no bound.
  std::optional<double> low;
  std::optional<double> high;

  /// Half the interval's width, where it has two ends.
  std::optional<double> error95() const {
    return low && high ? std::optional<double>((*high - *low) / 2) : std::nullopt;
  }
};

/// How strong one side is against the other, from the scores of boards between the two.
struct EloEstimate {
  std::uint64_t boards = 0;
  double score = 0.5;    ///< mean of the boards' scores, 0 to 1; 0.5 without boards
  IntervalEstimate elo;  ///< Elo of that score; the interval is that of the score, put on the Elo scale
  /// Elo in units of a table's standard deviation (NormalizedEloPerT); nothing where all boards ended alike.
  std::optional<IntervalEstimate> normalized = IntervalEstimate{};
  double superiority = 0.5;  ///< chance that the side is the stronger, by a normal approximation
};

/// With m and v the mean and variance of a board's score (observed_distribution) over N boards of k tables:
/// Elo = 400 log10(m / (1 - m)), its interval from m ± 1.96 √(v/N); normalized Elo = 800/ln 10 · (m - 0.5) / √(k v),
/// its interval by √(1/(k N)); superiority = Φ((m - 0.5) / √(v/N)). All as fishtest has it, but that an end of Elo's
/// interval whose score lies beyond ScoreEdge is no bound: nothing stands for it. Where all boards ended alike v tells
/// nothing: then the interval of Elo is that of the chance of another score (at most 1 - 0.025^(1/N)), open where the
/// score is 0 or 1, there is no normalized Elo, and superiority is 1 - 2^-(N+1) after wins alone. Without boards there
/// are no intervals. Defined for every input.
///
/// What it does not tell: with fewer than about 30 boards the intervals are too narrow, being normal ones; a strength
/// against others than this opponent; how many points a win is worth.
EloEstimate estimate_elo(const ScoreCounts& counts);

}  // namespace tichu::arena
