#include "arena/statistics/rating/online_rating.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "arena/statistics/rating/elo_scale.h"

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
  // The score measures the difference. While that is unsure, the expected score lies nearer to a half than the ratings
  // say, and a score tells less: both by the mean over the ratings' errors (Glickman 1999, with the normal
  // approximation of the logistic).
  const double unsure = first.variance + second.variance;
  const double flat = 1 / std::sqrt(1 + std::numbers::pi * unsure / 8);
  const double p = logistic(flat * (first.strength - second.strength));
  const double of_game = p * (1 - p);
  squares_ += (board.value - p) * (board.value - p);
  squares_of_games_ += of_game;
  const double information = flat * flat * of_game;
  const double step = flat * (board.value - p) / (1 + information * unsure);
  const double certainty = information / (1 + information * unsure);
  first.strength += first.variance * step;
  second.strength -= second.variance * step;
  first.variance -= first.variance * first.variance * certainty;
  second.variance -= second.variance * second.variance * certainty;
}

OnlineRating OnlineRatings::rating(EntrantId entrant) const {
  const auto place = static_cast<std::size_t>(entrant);
  const State known = place < states_.size() ? states_[place] : State{};
  const double dispersion = squares_ / squares_of_games_;
  return {EloPerLogOdds * known.strength, EloPerLogOdds * std::sqrt(dispersion * known.variance)};
}

StrengthTable rate_online(std::size_t entrants, std::span<const BoardValue> boards,
                          std::optional<StrengthAnchor> anchor) {
  OnlineRatings online;
  for (const BoardValue& board : boards) online.add(board);
  std::vector<double> strengths;
  SymmetricMatrix covariance(entrants);
  for (std::size_t i = 0; i < entrants; ++i) {
    const OnlineRating rating = online.rating(static_cast<EntrantId>(i));
    strengths.push_back(rating.elo);
    covariance.add(i, i, rating.deviation * rating.deviation);
  }
  return {std::move(strengths), std::move(covariance), anchor};
}

}  // namespace tichu::arena
