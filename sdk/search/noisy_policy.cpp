#include "sdk/search/noisy_policy.h"

#include "engine/random.h"

namespace tichu {

Action NoisyPolicy::action(const Round& round, Seat seat, Question question) {
  if (question != Question::Turn) return light_.action(round, seat, question);
  const std::uint64_t table = Random::mix(round.table().cards.bits() + static_cast<std::uint64_t>(seat.number()));
  Random chance(key_ ^ Random::mix(round.hand(seat).bits() + table));
  if (chance.below(OneIn) != 0) return light_.action(round, seat, question);
  canonical_plays(round.situation(seat), plays_);
  const auto passes = static_cast<std::uint32_t>(plays_.may_pass() ? 1 : 0);
  const std::uint32_t chosen = chance.below(static_cast<std::uint32_t>(plays_.size()) + passes);
  if (chosen == static_cast<std::uint32_t>(plays_.size())) return Action::pass();
  const Combination& play = plays_[static_cast<int>(chosen)];
  const bool may_wish = play.cards.contains(Card::mahjong());
  CardSet unseen;
  if (may_wish) {
    for (const Side side : OtherSides) unseen |= round.hand(seat.at(side));
  }
  return Action::play_cards(play, may_wish ? light_wish(round.hand(seat), unseen) : Rank::None);
}

}  // namespace tichu
