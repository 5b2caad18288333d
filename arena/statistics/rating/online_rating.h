#pragma once

#include <cstddef>
#include <vector>

#include "arena/statistics/rating/board_value.h"

namespace tichu::arena {

/// What a ladder knows of one entrant after its boards so far.
struct OnlineRating {
  double elo = 0;
  double deviation = 0;  ///< the standard deviation of that: what the ladder is unsure about
};

/// Ratings that follow a ladder board by board, each in constant time: an extended Kalman filter on the Bradley-Terry
/// model with an own variance for each entrant (after Glickman 1999). A new entrant begins at 0, as unsure as the prior
/// of rate_elo. An entrant's gain falls as one over its boards, so that the ratings converge to those of rate_elo
/// while nobody's strength changes. Deviations have the ladder's dispersion: what scores vary by against what single
/// games would, beginning at 1 with the weight of four even boards.
///
/// What it does not tell: the order of boards has a part in it, and errors between entrants are taken as independent,
/// so that against the mean of n entrants they are too large by about √(n/(n - 1)), and boards with the same cards, so
/// that they are too small where many pairings have these in common; rate_elo says all this better whenever there is
/// time for it. It does not forget: a bot that changed is a new entrant.
class OnlineRatings {
 public:
  /// Ratings of nobody; entrants come as they play.
  OnlineRatings() = default;

  /// Takes a board into account: `value` is a score, 0 to 1. A board of an entrant against itself changes nothing.
  void add(const BoardValue& board);
  /// What is known of an entrant, who need not have played.
  OnlineRating rating(EntrantId entrant) const;

 private:
  struct State {
    double strength = 0;  ///< log odds
    double variance = 4;  ///< of the prior: one drawn board has the information 1/4
  };
  State& state(EntrantId entrant);

  static constexpr double FourEvenBoards = 4 * 0.25;

  std::vector<State> states_;
  /// Squared deviations of scores, and what they would be for single games.
  double squares_ = FourEvenBoards;
  double squares_of_games_ = FourEvenBoards;
};

}  // namespace tichu::arena
