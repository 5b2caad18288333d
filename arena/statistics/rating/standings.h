#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/statistics/rating/elo.h"
#include "arena/statistics/rating/entrant_groups.h"
#include "arena/statistics/rating/play_figures.h"
#include "arena/statistics/rating/points_estimate.h"
#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// Boards won, drawn and lost.
struct WinCount {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::uint64_t boards() const { return wins + draws + losses; }
  friend bool operator==(const WinCount&, const WinCount&) = default;
};

/// One row of the table.
struct Standing {
  EntrantId entrant{};
  EloRating rating;
  PointsEstimate points;  ///< against the field; `boards` are all that it played
  WinCount count;
  PlayFigures figures;

  /// Whether it has a rating, points and a rank: nobody has them without boards.
  bool is_told() const { return count.boards() > 0; }
};

/// What one entrant did against another, seen from the first.
struct PairStanding {
  PointsEstimate points;
  WinCount count;
  /// Of the two Elo ratings, from all boards of the tournament; nullopt if no boards tie the two together.
  std::optional<EloRating> difference;
  std::optional<double> superiority;   ///< probability that the first is the stronger against the field, by Elo
  std::optional<double> head_to_head;  ///< that it scores more against the second; nullopt for itself, and likewise
};

/// A tournament's table as numbers.
///
/// What it does not tell: strength against other entrants, or under other rules, than these.
struct Standings {
  /// Group by group; inside a group by Elo, then points per round, then the order of entry.
  std::vector<Standing> ranked;
  EntrantGroups groups;                         ///< who can be compared
  std::vector<std::vector<std::size_t>> alike;  ///< who seem to play the same (`alike_entrants`)
  /// Every entrant against every other, by order of entry: [a * entrants + b]; the diagonal is even.
  std::vector<PairStanding> pairs;

  const PairStanding& against(EntrantId a, EntrantId b) const {
    return pairs[static_cast<std::size_t>(a) * ranked.size() + static_cast<std::size_t>(b)];
  }
};

/// Rates boards. Give them in the order of jobs: sums of margins are then equal to the last bit, whatever the
/// concurrency was. `figures` has one element per entrant. `anchor` is in Elo; without it the mean of all is 0. Defined
/// for every input.
Standings rate(std::span<const RatedBoard> boards, std::span<const PlayFigures> figures,
               std::optional<StrengthAnchor> anchor = std::nullopt);

}  // namespace tichu::arena
