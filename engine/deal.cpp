#include "engine/deal.h"

#include <span>
#include <utility>

#include "engine/random.h"

namespace tichu {
namespace {

CardSet set_of(std::span<const Card> cards) {
  CardSet set;
  for (const Card card : cards) {
    if (card.is_card()) set.insert(card);
  }
  return set;
}

/// The unshuffled deck.
constexpr std::array<Card, Card::Count> Deck = [] {
  std::array<Card, Card::Count> deck;
  for (int i = 0; i < Card::Count; ++i) deck[static_cast<std::size_t>(i)] = Card::from_index(i);
  return deck;
}();

}  // namespace

CardSet Deal::first_eight(Seat seat) const { return set_of(std::span(cards[seat]).first(FirstCards)); }

CardSet Deal::last_six(Seat seat) const { return set_of(std::span(cards[seat]).subspan(FirstCards)); }

CardSet Deal::hand(Seat seat) const { return set_of(cards[seat]); }

bool Deal::is_complete() const {
  CardSet all;
  for (const Seat seat : AllSeats) all |= hand(seat);
  return all == CardSet::deck();
}

Deal deal(std::uint64_t seed, std::uint64_t index) {
  std::array<Card, Card::Count> deck = Deck;
  Random random(seed, index);
  for (std::uint32_t last = Card::Count - 1; last > 0; --last) std::swap(deck[last], deck[random.below(last + 1)]);
  Deal dealt;
  std::size_t next = 0;
  for (const Seat seat : AllSeats) {
    for (Card& card : dealt.cards[seat]) card = deck[next++];
  }
  return dealt;
}

}  // namespace tichu
