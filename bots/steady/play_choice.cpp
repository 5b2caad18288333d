#include "bots/steady/play_choice.h"

#include <algorithm>

#include "bots/steady/hand_plan.h"

namespace tichu::steady {
namespace {

/// With more cards nearly no hand runs out for certain, and the search for it would be in vain.
constexpr int RunsOutCards = 10;

/// What the end of the round that `play` brings about is worth.
float rate_going_out(const Situation& situation, const Combination& play, CardSet rest) {
  if (rest.empty()) return situation.stakes().waits_for_partner() ? -GoesOut : GoesOut;
  if (situation.stakes().waits_for_partner() || rest.size() > RunsOutCards || play.is_dog()) return 0;
  const bool unbeatable = play.is_bomb() || situation.count().holds(play) == 1.0f;
  return unbeatable && situation.runs_out(rest) ? RunsOut : 0;
}

}  // namespace

float rate_play(const Situation& situation, const Combination& play) {
  const SeatView& view = situation.view();
  const CardSet rest = view.hand - play.cards;
  float score = situation.hand_cost() - plan_cost(rest, situation.costs());
  score += rate_going_out(situation, play, rest);
  if (play.is_dog()) return score + situation.stakes().partner_lead();
  return situation.stakes().with_trick(score, situation.chances(play), play.cards.points().value(), play.is_dragon());
}

float rate_pass(const Situation& situation) {
  return situation.stakes().rate_pass(situation.chances(situation.view().table));
}

int rate_plays(const Situation& situation, const PlayList& legal, std::span<RatedRunner> rated) {
  int count = 0;
  const auto insert = [&](const RatedRunner& entry) {
    int place = count;
    while (place > 0 && rated[static_cast<std::size_t>(place - 1)].score < entry.score) --place;
    if (place >= static_cast<int>(rated.size())) return;
    count = std::min(count + 1, static_cast<int>(rated.size()));
    for (int i = count - 1; i > place; --i) rated[static_cast<std::size_t>(i)] = rated[static_cast<std::size_t>(i - 1)];
    rated[static_cast<std::size_t>(place)] = entry;
  };
  for (const Combination& play : legal) insert({play, rate_play(situation, play)});
  if (legal.may_pass()) insert({std::nullopt, rate_pass(situation)});
  return count;
}

Play choose_play(const Situation& situation, const PlayList& legal) {
  if (legal.size() == 1 && !legal.may_pass()) return legal[0];
  std::array<RatedRunner, 1> best;
  rate_plays(situation, legal, best);
  return best[0].play;
}

}  // namespace tichu::steady
