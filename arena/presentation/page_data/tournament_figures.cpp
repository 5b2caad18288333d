#include "arena/presentation/page_data/tournament_figures.h"

#include <algorithm>
#include <cmath>

#include "arena/statistics/rating/field_rating.h"

namespace tichu::arena {

RatingHistory rating_history(std::size_t entrants, std::span<const RatedBoard> boards, std::size_t points,
                             std::optional<StrengthAnchor> anchor) {
  std::vector<RatedBoard> ordered(boards.begin(), boards.end());
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const RatedBoard& a, const RatedBoard& b) { return a.board < b.board; });
  RatingHistory history;
  for (std::size_t i = 1; i <= points; ++i) {
    const std::size_t count = ordered.size() * i / points;
    if (count == 0 || (!history.boards.empty() && history.boards.back() == count)) continue;
    std::vector<double>& elo = history.elo.emplace_back();
    const FieldRating ratings = rate_elo(entrants, scores_of(std::span(ordered).first(count)), {.anchor = anchor});
    for (std::size_t entrant = 0; entrant < entrants; ++entrant) elo.push_back(ratings.value(entrant));
    history.boards.push_back(count);
  }
  return history;
}

MarginBins margin_bins(std::size_t entrants, std::span<const RatedBoard> boards) {
  MarginBins bins;
  bins.counts.assign(entrants, std::vector<std::uint64_t>(MarginBinCount));
  const auto count = [&](EntrantId entrant, double margin) {
    const double place = std::floor((margin - bins.low) / bins.width);
    const double bin = std::clamp(place, 0.0, static_cast<double>(MarginBinCount - 1));
    bins.counts[static_cast<std::size_t>(entrant)][static_cast<std::size_t>(bin)] += 1;
  };
  for (const RatedBoard& board : boards) {
    count(board.entrants[0], board.result.margin);
    count(board.entrants[1], -board.result.margin);
  }
  return bins;
}

}  // namespace tichu::arena
