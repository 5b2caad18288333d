#include "tests/engine/random_query.h"

#include <algorithm>
#include <map>
#include <vector>

#include "tests/engine/reference_classifier.h"

namespace tichu::test {
namespace {

bool one_in(Random& random, std::uint32_t n) { return random.below(n) == 0; }

Card any_card(CardSet cards, Random& random) {
  auto skip = random.below(static_cast<std::uint32_t>(cards.size()));
  for (const Card card : cards) {
    if (skip-- == 0) return card;
  }
  return Card::none();
}

/// Draws until the hand has that many cards, or there are no more.
CardSet drawn(CardSet hand, CardSet pack, int size, Random& random) {
  for (pack = pack - hand; hand.size() < size && !pack.empty(); pack = pack - hand) {
    hand.insert(any_card(pack, random));
  }
  return hand;
}

/// The cards of some ranks and suits; every suit is bit `1 << suit`.
CardSet block(int low, int high, std::uint32_t suits) {
  CardSet cards;
  for (const Card card : CardSet::deck().natural()) {
    const bool suit = ((suits >> static_cast<unsigned>(card.suit())) & 1u) != 0;
    if (suit && number(card.rank()) >= low && number(card.rank()) <= high) cards.insert(card);
  }
  return cards;
}

/// All suits of six ranks: quads, full houses and stairs abound.
CardSet few_ranks(Random& random) {
  const int low = 2 + static_cast<int>(random.below(8));
  return block(low, low + 5, 15);
}

/// One or two suits: straight flushes abound.
CardSet few_suits(Random& random) {
  const std::uint32_t suits = (1u << random.below(4)) | (1u << random.below(4));
  const int low = 2 + static_cast<int>(random.below(6));
  return block(low, low + 7, suits);
}

/// A quad or a straight flush that the hand leaves over; empty where it leaves none.
CardSet bomb_cards(CardSet hand, Random& random) {
  std::vector<CardSet> bombs;
  const bool quad = one_in(random, 2);
  for (int low = 2; low <= 14; ++low) {
    for (std::uint32_t suit = 0; suit < 4; ++suit) {
      const int high = quad ? low : low + 4 + static_cast<int>(random.below(3));
      if (high <= 14) bombs.push_back(block(low, high, quad ? 15 : 1u << suit));
    }
  }
  std::erase_if(bombs, [&](CardSet bomb) { return bomb.intersects(hand); });
  return bombs.empty() ? CardSet() : bombs[random.below(static_cast<std::uint32_t>(bombs.size()))];
}

/// Cards of the hand's ranks and of those just below, in other suits.
CardSet neighbours(CardSet hand, Random& random) {
  CardSet near;
  for (const Card card : hand) {
    if (card.is_special()) continue;
    const int rank = number(card.rank()) - static_cast<int>(random.below(3));
    if (rank >= 2) near.insert(Card(static_cast<Rank>(rank), static_cast<Suit>(random.below(4))));
  }
  return near - hand;
}

/// The cards of which a table is chosen: few, since all their subsets are looked at.
CardSet table_cards(CardSet hand, Random& random) {
  const CardSet rest = CardSet::deck() - hand;
  if (one_in(random, 40)) return block(2, 14, 1u << random.below(4)) & rest;
  CardSet cards;
  if (!one_in(random, 4)) cards = drawn({}, neighbours(hand, random), 7, random);
  const CardSet pack = one_in(random, 2) ? rest : few_ranks(random) & rest;
  if (one_in(random, 3) && rest.contains(Card::phoenix())) cards.insert(Card::phoenix());
  return drawn(cards, pack, 9, random);
}

Rank random_wish(CardSet hand, Random& random) {
  const CardSet natural = hand.natural();
  switch (random.below(4)) {
    case 0:
      return Rank::None;
    case 1:
      return static_cast<Rank>(2 + random.below(13));
    default:
      return natural.empty() ? Rank::Two : any_card(natural, random).rank();
  }
}

}  // namespace

CardSet random_hand(Random& random, int size) {
  const std::uint32_t style = random.below(3);
  if (style == 0) return drawn({}, CardSet::deck(), size, random);
  CardSet hand;
  if (!one_in(random, 3)) hand.insert(Card::phoenix());
  if (size > 2 && one_in(random, 4)) hand.insert(Card::mahjong());
  hand = drawn(hand, style == 1 ? few_suits(random) : few_ranks(random), size, random);
  return drawn(hand, CardSet::deck(), size, random);
}

Combination random_table(CardSet hand, Random& random) {
  if (one_in(random, 6)) {
    const CardSet bomb = bomb_cards(hand, random);
    if (!bomb.empty()) return reference::meanings(bomb)[0];
  }
  CardSet cards = table_cards(hand, random);
  while (cards.size() > 12) cards.erase(any_card(cards, random));
  std::map<CombinationKind, std::vector<Combination>> by_kind;
  for (const Combination& play : reference::all_plays(cards)) {
    if (!play.is_dog()) by_kind[play.kind].push_back(play);
  }
  if (by_kind.empty()) return random_table(hand, random);
  auto chosen = by_kind.begin();
  std::advance(chosen, random.below(static_cast<std::uint32_t>(by_kind.size())));
  Combination table = chosen->second[random.below(static_cast<std::uint32_t>(chosen->second.size()))];
  if (table.is_lone_phoenix()) table.rank = static_cast<Rank>(1 + random.below(14));
  return table;
}

PlayQuery random_query(CardSet hand, Random& random) {
  PlayQuery query;
  query.hand = hand;
  query.out_of_turn = one_in(random, 5);
  query.bomb_ignores_wish = one_in(random, 2);
  query.wish = random_wish(hand, random);
  if (!one_in(random, query.out_of_turn ? 20 : 4)) query.table = random_table(hand, random);
  return query;
}

}  // namespace tichu::test
