#include "arena/rating/online_rating.h"

#include <cmath>

#include "arena/rating/bradley_terry.h"
#include "arena/rating/elo_scale.h"

namespace tichu::arena {

OnlineRatings::State& OnlineRatings::state(EntrantId entrant) {
  const auto place = static_cast<std::size_t>(entrant);
  if (place >= states_.size()) states_.resize(place + 1);
  return states_[place];
}

void OnlineRatings::add(const BoardValue& board) {
  if (board.entrants[0] == board.entrants[1]) return;
  state(board.entrants[0]);
  State& second = state(board.entrants[1]);
  State& first = state(board.entrants[0]);
  const double p = win_chance(first.strength - second.strength);
  // The score as a measurement of the difference, made linear where the ratings are.
  const double information = p * (1 - p);
  const double unsure = first.variance + second.variance;
  const double step = (board.value - p) / (1 + information * unsure);
  const double certainty = information / (1 + information * unsure);
  first.strength += first.variance * step;
  second.strength -= second.variance * step;
  first.variance -= first.variance * first.variance * certainty;
  second.variance -= second.variance * second.variance * certainty;
}

OnlineRating OnlineRatings::rating(EntrantId entrant) const {
  const auto place = static_cast<std::size_t>(entrant);
  const State known = place < states_.size() ? states_[place] : State{};
  return {EloPerLogOdds * known.strength, EloPerLogOdds * std::sqrt(known.variance)};
}

}  // namespace tichu::arena
