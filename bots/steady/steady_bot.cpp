#include "bots/steady/steady_bot.h"

#include "bots/steady/bomb_choice.h"
#include "bots/steady/dragon_gift.h"
#include "bots/steady/hand_strength.h"
#include "bots/steady/play_choice.h"
#include "bots/steady/push_system.h"
#include "bots/steady/weight_options.h"
#include "bots/steady/wish_choice.h"

namespace tichu::steady {

SteadyBot::SteadyBot(const BotSetup& setup) : weights_(weights_of(setup)) {}

SteadyBot::SteadyBot(const BotSetup&, const Weights& weights) : weights_(weights) {}

Play SteadyBot::play(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  if (plays_.empty()) return std::nullopt;
  return choose_play(Situation(SeatView::of(seen), weights_), plays_);
}

Rank SteadyBot::wish(const Observation& seen, const Combination& play) { return choose_wish(SeatView::of(seen), play); }

bool SteadyBot::call_grand_tichu(const Observation& seen) {
  return calls_grand_tichu(SeatView::of(seen), seen.first_eight, weights_);
}

bool SteadyBot::call_tichu(const Observation& seen) {
  // The call can wait until the first card is played: what happens before may still change the mind.
  if (seen.stage != Stage::Play || seen.to_act != Side::Me || !seen.may_call_tichu()) return false;
  return calls_tichu(Situation(SeatView::of(seen), weights_)) && play(seen).has_value();
}

PushedCards SteadyBot::push(const Observation& seen) { return choose_push(Situation(SeatView::of(seen), weights_)); }

Play SteadyBot::bomb(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  if (plays_.empty()) return std::nullopt;
  return choose_bomb(Situation(SeatView::of(seen), weights_), plays_);
}

Side SteadyBot::give_dragon(const Observation& seen) { return choose_dragon_receiver(SeatView::of(seen)); }

}  // namespace tichu::steady
