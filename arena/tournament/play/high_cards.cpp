#include "arena/tournament/play/high_cards.h"

namespace tichu::arena {

std::array<double, HighCardKinds> high_card_lead(const Deal& deal) {
  std::array<double, HighCardKinds> lead{};
  for (const Seat seat : AllSeats) {
    const CardSet hand = deal.hand(seat);
    const auto has = [&](Card card) { return hand.contains(card) ? 1 : 0; };
    const std::array<int, HighCardKinds> counts{has(Card::dragon()),  has(Card::phoenix()),  has(Card::dog()),
                                                has(Card::mahjong()), hand.count(Rank::Ace), hand.count(Rank::King)};
    const int sign = seat.team() == Team::A ? 1 : -1;
    for (std::size_t kind = 0; kind < HighCardKinds; ++kind) lead[kind] += sign * counts[kind];
  }
  return lead;
}

}  // namespace tichu::arena
