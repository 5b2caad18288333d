#include "bots/steady/steady_bot.h"

#include <cmath>
#include <string>

#include "bots/steady/decisions.h"
#include "bots/steady/hand_strength.h"
#include "bots/steady/play_choice.h"
#include "bots/steady/push_system.h"
#include "bots/steady/weight_options.h"

namespace tichu::steady {

SteadyBot::SteadyBot(const BotSetup& setup) : weights_(weights_of(setup)), remarks_(setup.remarks) {}

SteadyBot::SteadyBot(const BotSetup& setup, const Weights& weights) : weights_(weights), remarks_(setup.remarks) {}

void SteadyBot::say_odds(float odds) {
  const long percent = std::lround(100 / (1 + std::exp(-static_cast<double>(odds))));
  remark().note = "out first in " + std::to_string(percent) + " % of rounds with such a hand";
}

Play SteadyBot::play(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  if (plays_.empty()) return std::nullopt;
  return choose_play(Situation(SeatView::of(seen), weights_), plays_);
}

Rank SteadyBot::wish(const Observation& seen, const Combination& play) { return choose_wish(SeatView::of(seen), play); }

bool SteadyBot::call_grand_tichu(const Observation& seen) {
  const bool calls = calls_grand_tichu(SeatView::of(seen), seen.first_eight, weights_);
  if (calls && remarks_) say_odds(odds_from_eight(seen.first_eight));
  return calls;
}

bool SteadyBot::call_tichu(const Observation& seen) {
  if (!is_time_for_tichu(seen)) return false;
  const Situation situation(SeatView::of(seen), weights_);
  const bool calls = calls_tichu(situation) && play(seen).has_value();
  if (calls && remarks_) say_odds(odds_of_going_out_first(situation));
  return calls;
}

PushedCards SteadyBot::push(const Observation& seen) { return choose_push(Situation(SeatView::of(seen), weights_)); }

Play SteadyBot::bomb(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  if (plays_.empty()) return std::nullopt;
  return choose_bomb(Situation(SeatView::of(seen), weights_), plays_);
}

Side SteadyBot::give_dragon(const Observation& seen) { return choose_dragon_receiver(SeatView::of(seen)); }

}  // namespace tichu::steady
