#include "bots/sampler/action_search.h"

#include <algorithm>
#include <cmath>

#include "engine/playout.h"
#include "sdk/search/belief.h"
#include "sdk/search/determinize.h"
#include "sdk/search/guess_walk.h"

namespace tichu::sampler {
namespace {

/// With fewer guesses nothing is dropped.
constexpr std::size_t FirstCheck = 16;
/// Added to the sum of squared differences, so that a few equal scores do not pass for certainty: as if one guess had
/// shown a difference of a hundred points.
constexpr double DoubtSquared = 100.0 * 100.0;

/// By how many standard errors the mean of `a` is above that of `b`, guess by guess.
double standard_errors_ahead(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  double squares = DoubtSquared;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    sum += difference;
    squares += difference * difference;
  }
  const auto count = static_cast<double>(a.size());
  const double mean = sum / count;
  return mean / std::sqrt((squares / count - mean * mean) / count);
}

}  // namespace

std::size_t ActionSearch::best(const Observation& seen, DecisionKind asked, std::span<const Action> actions) {
  line_up(actions.size());
  budget_.start();
  const HiddenCards hidden = hidden_cards(seen);
  const Belief belief(seen);
  GuessWalk walk(hidden, belief);
  std::int64_t playouts = 0;
  std::size_t guesses = 0;
  std::size_t next_check = FirstCheck;
  while (candidates_.size() > 1 && !budget_.is_spent(playouts)) {
    const auto hands = settings_.believes ? walk.next(random_) : guess_hands(hidden, random_);
    if (!hands) break;
    play_out_all(imagine_round(seen, *hands, asked), actions);
    playouts += static_cast<std::int64_t>(candidates_.size());
    if (++guesses < next_check) continue;
    next_check += next_check / 4;
    drop_losers();
  }
  const Candidate& first = candidates_.front();
  const Candidate& best = leader();
  if (guesses == 0) return 0;
  const bool first_is_in = first.place == 0;
  if (first_is_in && best.place != 0 && standard_errors_ahead(best.scores, first.scores) < settings_.guard) return 0;
  return best.place;
}

std::vector<ActionSearch::Finding> ActionSearch::findings() const {
  std::vector<Finding> all;
  if (guesses() == 0) return all;
  const auto count = static_cast<double>(guesses());
  for (const Candidate& candidate : candidates_) all.push_back({candidate.place, candidate.sum / count, 0});
  for (std::size_t guess = 0; guess < guesses(); ++guess) {
    float most = candidates_.front().scores[guess];
    for (const Candidate& candidate : candidates_) most = std::max(most, candidate.scores[guess]);
    const auto scored_best = [&](const Candidate& candidate) { return candidate.scores[guess] == most; };
    const auto winners = static_cast<double>(std::count_if(candidates_.begin(), candidates_.end(), scored_best));
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (scored_best(candidates_[i])) all[i].share += 1 / (winners * count);
    }
  }
  return all;
}

void ActionSearch::line_up(std::size_t count) {
  candidates_.resize(count);
  for (std::size_t place = 0; place < count; ++place) {
    Candidate& candidate = candidates_[place];
    candidate.place = place;
    candidate.sum = 0;
    candidate.scores.clear();
  }
}

void ActionSearch::play_out_all(const Round& imagined, std::span<const Action> actions) {
  for (Candidate& candidate : candidates_) {
    Round round = imagined;
    round.apply(Seat(0), actions[candidate.place]);
    play_out(round, policy_);
    const PerTeam<Points> score = round.result().score;
    const Points ahead = score[Team::A] - score[Team::B];
    candidate.sum += ahead.value();
    candidate.scores.push_back(static_cast<float>(ahead.value()));
  }
}

const ActionSearch::Candidate& ActionSearch::leader() const {
  return *std::max_element(candidates_.begin(), candidates_.end(),
                           [](const Candidate& a, const Candidate& b) { return a.sum < b.sum; });
}

void ActionSearch::drop_losers() {
  const std::size_t best = leader().place;
  const std::vector<float> scores = leader().scores;
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    return candidate.place != best && standard_errors_ahead(scores, candidate.scores) > settings_.drop;
  });
}

}  // namespace tichu::sampler
