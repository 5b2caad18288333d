#include "sdk/search/determinize.h"

#include <array>
#include <utility>

namespace tichu {
namespace {

/// Deals the unseen cards once, the tied ones first.
class Dealing {
 public:
  Dealing(const HiddenCards& hidden, Random& random) : hidden_(hidden), random_(random) {
    for (const Side side : OtherSides) {
      hands_[side] = hidden.held[side];
      room_[side] = hidden.hand_size[side] - hands_[side].size();
      rest_ |= hands_[side];
    }
    rest_ = hidden.unseen - rest_;
  }

  std::optional<PerSide<CardSet>> deal() {
    RankMask restricted = 0;
    for (const Side side : OtherSides) restricted |= hidden_.lacks[side];
    CardSet free_cards;
    for (const Card card : rest_) {
      if (card.is_special() || ((restricted >> number(card.rank())) & 1) == 0) {
        free_cards.insert(card);
      } else if (!place(card)) {
        return std::nullopt;
      }
    }
    deal_evenly(free_cards);
    if (!agrees(hidden_, hands_)) return std::nullopt;
    return hands_;
  }

 private:
  /// Gives a card to a seat that may hold it, each with the chance of its free places.
  bool place(Card card) {
    int places = 0;
    for (const Side side : OtherSides) places += allowed(side, card) ? room_[side] : 0;
    if (places <= 0) return false;
    int choice = static_cast<int>(random_.below(static_cast<std::uint32_t>(places)));
    for (const Side side : OtherSides) {
      if (!allowed(side, card)) continue;
      choice -= room_[side];
      if (choice >= 0) continue;
      hands_[side].insert(card);
      --room_[side];
      return true;
    }
    return false;
  }

  bool allowed(Side side, Card card) const { return ((hidden_.lacks[side] >> number(card.rank())) & 1) == 0; }

  void deal_evenly(CardSet cards) {
    std::array<Card, Card::Count> deck;
    std::size_t size = 0;
    for (const Card card : cards) deck[size++] = card;
    for (const Side side : OtherSides) {
      for (; room_[side] > 0 && size > 0; --room_[side]) {
        std::swap(deck[random_.below(static_cast<std::uint32_t>(size))], deck[size - 1]);
        hands_[side].insert(deck[--size]);
      }
    }
  }

  const HiddenCards& hidden_;
  Random& random_;
  PerSide<CardSet> hands_;
  PerSide<int> room_;
  CardSet rest_;
};

}  // namespace

std::optional<PerSide<CardSet>> guess_hands(const HiddenCards& hidden, Random& random, int attempts) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (const auto hands = Dealing(hidden, random).deal()) return hands;
  }
  return std::nullopt;
}

Round imagine_round(const Observation& seen, const PerSide<CardSet>& hands, Question asked, Side who) {
  Position position;
  position.rules = seen.rules;
  for (const Side side : AllSides) {
    const Seat seat = Seat(0).at(side);
    position.hands[seat] = side == Side::Me ? seen.hand : hands[side];
    position.calls[seat] = seen.calls[side];
    position.won[seat] = seen.won[side];
    if (!seen.played[side].empty()) position.has_played.insert(seat);
  }
  position.out_count = seen.out_count;
  for (std::size_t i = 0; i < seen.out_count; ++i) position.out[i] = Seat(0).at(seen.out[i]);
  position.wish = seen.wish;
  position.table = seen.table;
  position.owner = Seat(0).at(seen.table_owner);
  position.trick_points = seen.trick_points;
  position.passes = seen.passes;
  for (const SeenEvent& event : seen.history()) {
    if (event.kind == EventKind::Play || event.kind == EventKind::Pass) position.last_actor = Seat(0).at(event.who);
  }
  position.asked = asked;
  position.to_act = Seat(0).at(who);
  return Round(position);
}

}  // namespace tichu
