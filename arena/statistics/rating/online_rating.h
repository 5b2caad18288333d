#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"
#include "arena/statistics/rating/strength_table.h"

namespace tichu::arena {

/// What a ladder knows about one entrant after its boards so far.
struct OnlineRating {
  double elo = 0;
  double deviation = 0;  ///< standard deviation of `elo`
};

/// Ratings that follow a ladder board by board, in constant time per board: an extended Kalman filter on the
/// Bradley-Terry model (RATINGS.md, "Online"). A new entrant begins at 0 with the prior of rate_elo. The ratings
/// converge to those of rate_elo while nobody's strength changes.
///
/// What it does not tell: the order of boards has a part in it. Errors of different entrants, and of boards with the
/// same cards, are taken as independent. It does not forget: a bot that changed is a new entrant. rate_elo is better in
/// all of this whenever there is time for it.
class OnlineRatings {
 public:
  /// No entrants; they come as they play.
  OnlineRatings() = default;

  /// Takes a board into account: `value` is a score, 0 to 1. A board of an entrant against itself changes nothing.
  void add(const BoardValue& board);
  /// What is known about an entrant, which need not have played.
  OnlineRating rating(EntrantId entrant) const;

 private:
  struct State {
    double strength = 0;  ///< log odds
    double variance = 4;  ///< the prior's: one drawn board has the information 1/4
  };
  State& state(EntrantId entrant);

  static constexpr double FourEvenBoards = 4 * 0.25;

  std::vector<State> states_;
  /// Squared residuals of scores, and what they would be for single games.
  double squares_ = FourEvenBoards;
  double squares_of_games_ = FourEvenBoards;
};

/// The ratings of entrants 0..`entrants`-1 after these boards, in their order. `value` is a score, `anchor` in Elo.
///
/// What it does not tell: how errors of different entrants hang together; the covariance is diagonal.
StrengthTable rate_online(std::size_t entrants, std::span<const BoardValue> boards,
                          std::optional<StrengthAnchor> anchor = std::nullopt);

}  // namespace tichu::arena
