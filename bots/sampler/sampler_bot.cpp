#include "bots/sampler/sampler_bot.h"

#include "bots/steady/play_choice.h"

namespace tichu::sampler {

SamplerBot::SamplerBot(const BotSetup& setup, const SearchSettings& settings)
    : settings_(settings), steady_(setup, weights_), search_(Budget::of(setup), settings, setup.seed) {}

Action SamplerBot::turn_action(const Observation& seen, const Play& play) {
  if (!play) return Action::pass();
  const bool may_wish = play->cards.contains(Card::mahjong());
  return Action::play_cards(*play, may_wish ? wish(seen, *play) : Rank::None);
}

Play SamplerBot::play(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  if (plays_.empty()) return std::nullopt;
  std::vector<steady::RatedPlay> rated(static_cast<std::size_t>(settings_.plays));
  const int count = steady::rate_plays(steady::Situation(steady::SeatView::of(seen), weights_), plays_, rated);
  rated.resize(static_cast<std::size_t>(count));
  actions_.clear();
  for (const steady::RatedPlay& each : rated) actions_.push_back(turn_action(seen, each.play));
  return rated[search_.best(seen, DecisionKind::Turn, actions_)].play;
}

Rank SamplerBot::wish(const Observation& seen, const Combination& play) { return steady_.wish(seen, play); }

bool SamplerBot::call_grand_tichu(const Observation& seen) { return steady_.call_grand_tichu(seen); }

bool SamplerBot::call_tichu(const Observation& seen) { return steady_.call_tichu(seen); }

PushedCards SamplerBot::push(const Observation& seen) { return steady_.push(seen); }

Play SamplerBot::bomb(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  const Play first = steady_.bomb(seen);
  actions_.assign({first ? Action::play_cards(*first) : Action::no_bomb()});
  if (first) actions_.push_back(Action::no_bomb());
  for (const Combination& play : plays_) {
    if (play != first) actions_.push_back(Action::play_cards(play));
  }
  const Action& best = actions_[search_.best(seen, DecisionKind::Bomb, actions_)];
  return best.kind == ActionKind::NoBomb ? std::nullopt : Play(best.play);
}

Side SamplerBot::give_dragon(const Observation& seen) {
  const Side first = steady_.give_dragon(seen);
  const Side second = first == Side::Left ? Side::Right : Side::Left;
  actions_.assign({Action::give_dragon(first), Action::give_dragon(second)});
  return actions_[search_.best(seen, DecisionKind::GiveDragon, actions_)].give_to;
}

}  // namespace tichu::sampler
