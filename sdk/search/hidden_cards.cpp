#include "sdk/search/hidden_cards.h"

#include <algorithm>

#include "engine/legality.h"

namespace tichu {
namespace {

/// Walks the history and collects what others did without fulfilling an open wish.
class WishReader {
 public:
  explicit WishReader(const Observation& seen) : seen_(seen) {}

  std::vector<WishProof> read() {
    for (const SeenEvent& event : seen_.history()) take(event);
    return std::move(proofs_);
  }

 private:
  void take(const SeenEvent& event) {
    switch (event.kind) {
      case EventKind::Play:
        prove(event);
        for (WishProof& proof : proofs_) {
          if (proof.who == event.who) proof.played_since |= event.combination.cards;
        }
        if (event.combination.fulfils(wish_)) wish_ = Rank::None;
        if (event.wish != Rank::None) wish_ = event.wish;
        if (!event.combination.is_dog()) table_ = event.combination;
        break;
      case EventKind::Pass:
        prove(event);
        break;
      case EventKind::TrickTaken:
        table_ = Combination{};
        break;
      default:
        break;
    }
  }

  void prove(const SeenEvent& event) {
    if (wish_ == Rank::None || event.who == Side::Me || event.out_of_turn) return;
    if (event.kind == EventKind::Play) {
      if (event.combination.fulfils(wish_)) return;
      if (seen_.rules.bomb_ignores_wish && event.combination.is_bomb()) return;
    }
    proofs_.push_back({event.who, wish_, table_, {}});
  }

  const Observation& seen_;
  Combination table_;
  Rank wish_ = Rank::None;
  std::vector<WishProof> proofs_;
};

/// Whether a proof says that the seat holds no natural card of the rank at all: one such card would have been a play.
bool excludes_rank(const WishProof& proof) {
  if (proof.table.empty()) return true;
  return proof.table.kind == CombinationKind::Single && proof.table.half_points() < 2 * number(proof.wish);
}

}  // namespace

HiddenCards hidden_cards(const Observation& seen) {
  HiddenCards hidden;
  hidden.unseen = seen.unseen();
  hidden.hand_size = seen.hand_size;
  for (const Side side : OtherSides) {
    const Card given = seen.given.to(side);
    if (given.is_card() && hidden.unseen.contains(given)) hidden.held[side].insert(given);
  }
  const auto first_play = std::find_if(seen.history().begin(), seen.history().end(),
                                       [](const SeenEvent& event) { return event.kind == EventKind::Play; });
  if (first_play != seen.history().end() && hidden.unseen.contains(Card::mahjong())) {
    hidden.held[first_play->who].insert(Card::mahjong());  // RULES 6.1
  }
  for (WishProof& proof : WishReader(seen).read()) {
    if (excludes_rank(proof)) {
      hidden.lacks[proof.who] |= RankMask{1} << number(proof.wish);
    } else {
      hidden.proofs.push_back(proof);
    }
  }
  return hidden;
}

bool agrees(const HiddenCards& hidden, const PerSide<CardSet>& hands) {
  CardSet all;
  for (const Side side : OtherSides) {
    const CardSet hand = hands[side];
    if (hand.size() != hidden.hand_size[side] || hand.intersects(all)) return false;
    if (!hand.contains_all(hidden.held[side]) || (hand.ranks() & hidden.lacks[side]) != 0) return false;
    all |= hand;
  }
  if (all != hidden.unseen) return false;
  return std::none_of(hidden.proofs.begin(), hidden.proofs.end(), [&](const WishProof& proof) {
    return wish_binds(hands[proof.who] | proof.played_since, proof.table, proof.wish);
  });
}

}  // namespace tichu
