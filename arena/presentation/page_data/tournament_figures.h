#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// How ratings developed: the Elo of every entrant from the first boards only, for growing numbers of boards.
struct RatingHistory {
  std::vector<std::size_t> boards;       ///< how many boards were counted, rising
  std::vector<std::vector<double>> elo;  ///< [point][entrant]
};

/// At most `points` ratings, evenly spaced, the last one over all boards. Boards enter by board number, so that in a
/// round robin each point has every pairing. Empty without boards. `anchor`: in Elo, at every point.
RatingHistory rating_history(std::size_t entrants, std::span<const RatedBoard> boards, std::size_t points,
                             std::optional<StrengthAnchor> anchor = std::nullopt);

/// Board margins counted in bins, the middle one around 0: bin i holds margins from low + i * width up to the next bin;
/// margins outside are counted in the outermost bins.
struct MarginBins {
  double low = -412.5;
  double width = 25;
  std::vector<std::vector<std::uint64_t>> counts;  ///< [entrant][bin], margins seen from the entrant
};

/// The number of bins of MarginBins.
constexpr std::size_t MarginBinCount = 33;

/// Counts every board for both its entrants.
MarginBins margin_bins(std::size_t entrants, std::span<const RatedBoard> boards);

}  // namespace tichu::arena
