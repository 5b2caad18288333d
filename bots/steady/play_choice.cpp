#include "bots/steady/play_choice.h"

#include <algorithm>

#include "bots/steady/hand_plan.h"

namespace tichu::steady {
namespace {

constexpr float GoesOut = 100;
constexpr float RunsOut = 20;
/// With more cards nearly no hand runs out for certain, and the search for it would be in vain.
constexpr int RunsOutCards = 10;

/// Going out before a partner who has called would lose the partner's call.
bool must_wait_for_partner(const SeatView& view) { return view.partner_called() && !view.call_is_open(Side::Me); }

/// What the end of the round that `play` brings about is worth.
float rate_going_out(const Situation& situation, const Combination& play, CardSet rest) {
  const SeatView& view = situation.view();
  if (rest.empty()) return must_wait_for_partner(view) ? -GoesOut : GoesOut;
  if (must_wait_for_partner(view) || rest.size() > RunsOutCards || play.is_dog()) return 0;
  const bool unbeatable = play.is_bomb() || situation.count().holds(play) == 1.0f;
  return unbeatable && situation.runs_out(rest) ? RunsOut : 0;
}

/// What the trick's points are worth when the own side wins it with chance `ours`.
float rate_points(const Situation& situation, int points, float ours) {
  return situation.weights().points * static_cast<float>(points) * (2 * ours - 1);
}

float rate_dog(const Situation& situation) { return situation.partner_lead_value(); }

}  // namespace

float rate_play(const Situation& situation, const Combination& play) {
  const SeatView& view = situation.view();
  const CardSet rest = view.hand - play.cards;
  float score = situation.hand_cost() - plan_cost(rest, situation.costs());
  score += rate_going_out(situation, play, rest);
  if (play.is_dog()) return score + rate_dog(situation);
  const float holds = situation.will_hold(play);
  score += situation.lead_value() * holds;
  for (const Side side : {Side::Right, Side::Left}) score -= situation.danger(side) * situation.will_beat(side, play);
  if (view.in_play(Side::Partner)) {
    score += situation.partner_lead_value() * situation.weights().partner_takes *
             situation.count().beats(Side::Partner, play) * (1 - holds);
  }
  const int points = view.trick_points + play.cards.points().value();
  // The Dragon wins its trick for an opponent.
  return score + (play.is_dragon() ? rate_points(situation, points, 0) : rate_points(situation, points, holds));
}

float rate_pass(const Situation& situation) {
  const SeatView& view = situation.view();
  if (view.owner == Side::Partner) {
    const float holds = situation.will_hold(view.table);
    float score = situation.partner_lead_value() * holds + rate_points(situation, view.trick_points, holds);
    for (const Side side : {Side::Right, Side::Left}) {
      score -= situation.danger(side) * situation.will_beat(side, view.table);
    }
    return score;
  }
  const bool partner_may = view.in_play(Side::Partner) && !situation.has_passed(Side::Partner);
  const float partner_takes =
      partner_may ? situation.weights().partner_takes * situation.count().beats(Side::Partner, view.table) : 0;
  return situation.partner_lead_value() * partner_takes - situation.danger(view.owner) * (1 - partner_takes) +
         rate_points(situation, view.trick_points, partner_takes);
}

int rate_plays(const Situation& situation, const PlayList& legal, std::span<RatedPlay> rated) {
  int count = 0;
  const auto insert = [&](const RatedPlay& entry) {
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
  std::array<RatedPlay, 1> best;
  rate_plays(situation, legal, best);
  return best[0].play;
}

}  // namespace tichu::steady
