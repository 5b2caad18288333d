#include "bots/random/random_bot.h"

namespace tichu::bots {

Play RandomBot::choose() {
  const int choices = plays_.size() + (plays_.may_pass() ? 1 : 0);
  const int chosen = static_cast<int>(random_.below(static_cast<std::uint32_t>(choices)));
  if (chosen == plays_.size()) return std::nullopt;
  return plays_[chosen];
}

Play RandomBot::play(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  return choose();
}

Play RandomBot::bomb(const Observation& seen) {
  canonical_plays(PlayQuery::bomb(seen), plays_);
  return plays_.empty() ? std::nullopt : choose();
}

Rank RandomBot::wish(const Observation&, const Combination&) {
  return static_cast<Rank>(LowestNatural + static_cast<int>(random_.below(13)));
}

PushedCards RandomBot::push(const Observation& seen) {
  PushedCards pushed;
  CardSet rest = seen.hand;
  for (Card& card : pushed.cards) {
    auto skip = random_.below(static_cast<std::uint32_t>(rest.size()));
    auto next = rest.begin();
    for (; skip > 0; --skip) ++next;
    card = *next;
    rest.erase(card);
  }
  return pushed;
}

Side RandomBot::give_dragon(const Observation&) { return random_.below(2) == 0 ? Side::Right : Side::Left; }

}  // namespace tichu::bots
