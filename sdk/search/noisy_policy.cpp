#include "sdk/search/noisy_policy.h"

#include <algorithm>
#include <array>

#include "engine/random.h"
#include "sdk/search/hand_split.h"

namespace tichu {
namespace {

/// What it costs the hand to lose a card of a combination, in ranks.
int cost_of_tearing(const Combination& part) {
  if (part.is_bomb()) return 40;
  switch (part.kind) {
    case CombinationKind::Single:
      return 0;
    case CombinationKind::Pair:
      return 4;
    default:
      return 10;
  }
}

/// What giving a card to an opponent costs, in ranks.
int gift_cost(Card card, int tearing) {
  if (card == Card::dog()) return 6;
  if (card.is_special()) return 100;
  return tearing + number(card.rank());
}

}  // namespace

PushedCards whole_push(CardSet hand) {
  struct Priced {
    Card card;
    int gift;     ///< to an opponent
    int partner;  ///< worth to the partner, less the tearing
  };
  std::array<Priced, Deal::HandCards> priced;
  std::size_t count = 0;
  const HandSplit split(hand);
  for (const Combination& part : split.parts()) {
    const int tearing = cost_of_tearing(part);
    for (const Card card : part.cards) {
      priced[count++] = {card, gift_cost(card, tearing), card.is_special() ? -100 : number(card.rank()) - tearing};
    }
  }
  const auto end = priced.begin() + static_cast<std::ptrdiff_t>(count);
  const auto best = std::max_element(priced.begin(), end, [](const Priced& a, const Priced& b) {
    return a.partner != b.partner ? a.partner < b.partner : a.card.code() > b.card.code();
  });
  std::iter_swap(priced.begin(), best);
  std::partial_sort(priced.begin() + 1, priced.begin() + 3, end, [](const Priced& a, const Priced& b) {
    return a.gift != b.gift ? a.gift < b.gift : a.card.code() < b.card.code();
  });
  PushedCards push;
  push.to(Side::Partner) = priced[0].card;
  push.to(Side::Right) = priced[1].card;
  push.to(Side::Left) = priced[2].card;
  return push;
}

Action NoisyPolicy::action(const Round& round, Seat seat, DecisionKind kind) {
  if (kind == DecisionKind::Push) {
    const PushedCards push = whole_push(round.hand(seat));
    return Action::push_cards(push.to(Side::Right), push.to(Side::Partner), push.to(Side::Left));
  }
  if (kind != DecisionKind::Turn) return light_.action(round, seat, kind);
  const std::uint64_t table = Random::mix(round.table().cards.bits() + static_cast<std::uint64_t>(seat.number()));
  Random chance(key_ ^ Random::mix(round.hand(seat).bits() + table));
  if (chance.below(OneIn) != 0) return light_.action(round, seat, kind);
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
