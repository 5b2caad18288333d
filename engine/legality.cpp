#include "engine/legality.h"

#include <algorithm>
#include <array>

namespace tichu {
namespace {

/// A hand counted rank by rank, to ask which shapes it can fill. Slow and plain on purpose: it shares nothing with the
/// generators.
class CountedHand {
 public:
  explicit CountedHand(CardSet hand) : hand_(hand), phoenix_(hand.contains(Card::phoenix()) ? 1 : 0) {
    for (int rank = LowestNatural; rank <= HighestNatural; ++rank)
      count_[static_cast<std::size_t>(rank)] = hand.count(static_cast<Rank>(rank));
    count_[1] = hand.contains(Card::mahjong()) ? 1 : 0;
  }

  int count(int rank) const { return count_[static_cast<std::size_t>(rank)]; }
  int phoenix() const { return phoenix_; }
  CardSet cards() const { return hand_; }

  /// Whether `k` cards of each rank low..high can be laid down, at most one of them the Phoenix, with a natural card of
  /// `wished` among them.
  bool fills(int low, int high, int k, int wished) const {
    if (wished < low || wished > high || count(wished) == 0) return false;
    int missing = 0;
    for (int rank = low; rank <= high; ++rank) {
      const int lacking = std::max(0, k - count(rank));
      if (lacking > 0 && rank < LowestNatural) return false;  // the Phoenix is never the Mahjong (RULES 4.3)
      missing += lacking;
    }
    return missing <= phoenix_;
  }

  /// The longest run of one suit that holds a card of `rank`: its lowest and highest rank.
  struct Run {
    int low;
    int high;
  };
  Run flush_run(Suit suit, int rank) const {
    Run run{rank, rank};
    while (run.low > LowestNatural && holds(suit, run.low - 1)) --run.low;
    while (run.high < HighestNatural && holds(suit, run.high + 1)) ++run.high;
    return run;
  }
  bool holds(Suit suit, int rank) const { return hand_.contains(Card(static_cast<Rank>(rank), suit)); }

 private:
  CardSet hand_;
  int phoenix_;
  std::array<int, 16> count_{};
};

bool bomb_fulfils(const CountedHand& hand, const Combination& table, int wished) {
  if (hand.count(wished) == 4) {
    const bool beaten = !table.is_bomb() || (table.kind == CombinationKind::Quad && wished > number(table.rank));
    if (beaten) return true;
  }
  for (const Suit suit : {Suit::Jade, Suit::Sword, Suit::Pagoda, Suit::Star}) {
    if (!hand.holds(suit, wished)) continue;
    const auto run = hand.flush_run(suit, wished);
    const int length = run.high - run.low + 1;
    if (length < 5) continue;
    if (table.kind != CombinationKind::StraightFlush) return true;
    const bool longer = length > table.length;
    // with equal lengths the run is the table's only size of bomb, so its top must be higher
    if (longer || (length == table.length && run.high > number(table.rank))) return true;
  }
  return false;
}

bool full_house_fulfils(const CountedHand& hand, int over, int wished) {
  for (int triple = std::max(LowestNatural, over + 1); triple <= HighestNatural; ++triple) {
    for (int pair = LowestNatural; pair <= HighestNatural; ++pair) {
      if (pair == triple || (wished != triple && wished != pair) || hand.count(wished) == 0) continue;
      const int missing = std::max(0, 3 - hand.count(triple)) + std::max(0, 2 - hand.count(pair));
      if (missing <= hand.phoenix()) return true;
    }
  }
  return false;
}

bool run_fulfils(const CountedHand& hand, int ranks, int k, int over, int wished) {
  for (int high = std::max(over + 1, ranks + (k == 2 ? 1 : 0)); high <= HighestNatural; ++high) {
    if (hand.fills(high - ranks + 1, high, k, wished)) return true;
  }
  return false;
}

Legality broken(std::string_view clause, std::string_view reason) { return {clause, reason}; }

/// What is wrong with cards that are not a combination.
Legality judge_cards(CardSet cards) {
  if (cards.size() > 1 && (cards.contains(Card::dog()) || cards.contains(Card::dragon()))) {
    return broken("4.4", "the Dog and the Dragon can only be played as singles");
  }
  if (cards.contains(Card::phoenix())) {
    return broken("4.3", "these cards with the Phoenix are not a combination, or not the one that is named");
  }
  return broken("4.1", "these cards are not a combination, or not the one that is named");
}

Legality judge_height(const Combination& play, const Combination& table) {
  if (beats(play, table)) return Legality::legal();
  if (play.is_bomb()) return broken("5.3", "the bomb does not beat the bomb on the table");
  if (table.is_bomb()) return broken("5.3", "only a higher bomb beats a bomb");
  if (play.kind != table.kind || play.length != table.length) {
    return broken("5.1", "the play is not of the table's type and number of cards");
  }
  if (play.kind == CombinationKind::Single) return broken("5.2", "the single is not higher than the table's");
  return broken("5.1", "the play is not higher than the table's");
}

Legality judge_wish_made(const Combination& play, Rank wish) {
  if (wish == Rank::None) return Legality::legal();
  if (!play.cards.contains(Card::mahjong())) return broken("7.1", "only who plays the Mahjong may wish");
  if (!is_natural(wish)) return broken("7.1", "a wish names a rank from 2 to A");
  return Legality::legal();
}

}  // namespace

bool wish_binds(CardSet cards, const Combination& table, Rank wish) {
  if (!is_natural(wish)) return false;
  const int wished = number(wish);
  const CountedHand hand(cards);
  if (hand.count(wished) == 0) return false;
  if (table.empty()) return true;
  const int over = number(table.rank);
  bool fulfils = false;
  switch (table.kind) {
    case CombinationKind::Single:
      fulfils = wished > over;
      break;
    case CombinationKind::Pair:
      fulfils = wished > over && hand.count(wished) + hand.phoenix() >= 2;
      break;
    case CombinationKind::Triple:
      fulfils = wished > over && hand.count(wished) + hand.phoenix() >= 3;
      break;
    case CombinationKind::FullHouse:
      fulfils = full_house_fulfils(hand, over, wished);
      break;
    case CombinationKind::Stairs:
      fulfils = run_fulfils(hand, table.length / 2, 2, over, wished);
      break;
    case CombinationKind::Straight:
      fulfils = run_fulfils(hand, table.length, 1, over, wished);
      break;
    default:
      break;
  }
  return fulfils || bomb_fulfils(hand, table, wished);
}

Legality judge_play(const PlayQuery& situation, const Combination& play, Rank wish) {
  if (play.empty() || play.cards.empty()) return broken("6.2", "a play needs cards");
  if (!situation.hand.contains_all(play.cards)) return broken("6.2", "the seat does not hold all of these cards");
  const auto read = read_combination(play.cards, situation.table, play.phoenix_as);
  if (!read || *read != play) return judge_cards(play.cards);
  if (situation.out_of_turn) {
    if (!play.is_bomb()) return broken("6.4", "out of turn only a bomb may be played");
    if (situation.table.empty()) return broken("6.4", "a bomb out of turn needs cards on the table");
  }
  if (!situation.table.empty() && play.is_dog()) return broken("7.5", "the Dog can only be led");
  if (const Legality height = judge_height(play, situation.table); !height.ok()) return height;
  if (const Legality made = judge_wish_made(play, wish); !made.ok()) return made;
  if (situation.out_of_turn || play.fulfils(situation.wish)) return Legality::legal();
  if (situation.bomb_ignores_wish && play.is_bomb()) return Legality::legal();
  if (wish_binds(situation.hand, situation.table, situation.wish)) {
    return broken("7.3", "the wish binds: a play with the wished rank is possible and must be made");
  }
  return Legality::legal();
}

Legality judge_pass(const PlayQuery& situation) {
  if (situation.table.empty()) return broken("6.2", "the leader must play");
  if (wish_binds(situation.hand, situation.table, situation.wish)) {
    return broken("7.3", "the wish binds: a play with the wished rank is possible and must be made");
  }
  return Legality::legal();
}

}  // namespace tichu
