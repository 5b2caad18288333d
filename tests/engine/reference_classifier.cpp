#include "tests/engine/reference_classifier.h"

#include <algorithm>
#include <array>

namespace tichu::reference {
namespace {

/// How many cards of each rank 1..14, the Phoenix counted as the rank that it stands for.
using Counts = std::array<int, 15>;

Combination combination(CardSet cards, CombinationKind kind, int rank, int phoenix_as) {
  Combination result;
  result.cards = cards;
  result.kind = kind;
  result.length = static_cast<std::uint8_t>(cards.size());
  result.rank = static_cast<Rank>(rank);
  result.phoenix_as = static_cast<Rank>(phoenix_as);
  return result;
}

bool one_suit(CardSet cards) {
  int suits = 0;
  for (const Suit suit : {Suit::Jade, Suit::Sword, Suit::Pagoda, Suit::Star}) {
    bool used = false;
    for (const Card card : cards) used = used || (!card.is_special() && card.suit() == suit);
    suits += used ? 1 : 0;
  }
  return suits == 1;
}

/// Whether the counted cards are `each` of every rank low..high and nothing else.
bool is_run(const Counts& counts, int low, int high, int each) {
  for (int rank = 1; rank <= 14; ++rank) {
    const int wanted = rank >= low && rank <= high ? each : 0;
    if (counts[static_cast<std::size_t>(rank)] != wanted) return false;
  }
  return true;
}

/// The ranks of a full house: three cards of one, two of another.
bool is_full_house(const Counts& counts, int triple, int pair) {
  Counts full{};
  full[static_cast<std::size_t>(triple)] = 3;
  full[static_cast<std::size_t>(pair)] = 2;
  return counts == full;
}

/// The combination that the counted cards are, `phoenix_as` being 0 without a Phoenix; a kind of None for nothing.
Combination classify(CardSet cards, const Counts& counts, int phoenix_as) {
  const int size = cards.size();
  int low = 1;
  int high = 14;
  while (counts[static_cast<std::size_t>(low)] == 0) ++low;
  while (counts[static_cast<std::size_t>(high)] == 0) --high;
  if (low == high) {
    if (size == 2) return combination(cards, CombinationKind::Pair, high, phoenix_as);
    if (size == 3) return combination(cards, CombinationKind::Triple, high, phoenix_as);
    if (size == 4 && phoenix_as == 0) return combination(cards, CombinationKind::Quad, high, 0);
    return {};
  }
  if (is_full_house(counts, low, high)) return combination(cards, CombinationKind::FullHouse, low, phoenix_as);
  if (is_full_house(counts, high, low)) return combination(cards, CombinationKind::FullHouse, high, phoenix_as);
  if (is_run(counts, low, high, 2)) return combination(cards, CombinationKind::Stairs, high, phoenix_as);
  if (is_run(counts, low, high, 1) && size >= 5) {
    const bool bomb = phoenix_as == 0 && low > 1 && one_suit(cards);
    return combination(cards, bomb ? CombinationKind::StraightFlush : CombinationKind::Straight, high, phoenix_as);
  }
  return {};
}

/// Twice the value of a single (RULES 5.2).
int twice_single_value(const Combination& single) {
  if (single.cards.contains(Card::dragon())) return 1000;
  if (single.cards.contains(Card::phoenix())) return 2 * number(single.rank) + 1;
  return 2 * number(single.rank);
}

bool is_bomb(const Combination& play) {
  return play.kind == CombinationKind::Quad || play.kind == CombinationKind::StraightFlush;
}

bool holds_rank(const Combination& play, Rank rank) {
  for (const Card card : play.cards) {
    if (!card.is_special() && card.rank() == rank) return true;
  }
  return false;
}

}  // namespace

std::vector<Combination> meanings(CardSet cards) {
  if (cards.empty()) return {};
  if (cards.size() == 1) {
    const Card card = cards.first();
    const int rank = card == Card::phoenix() ? 1 : number(card.rank());
    return {combination(cards, CombinationKind::Single, rank, 0)};
  }
  if (cards.contains(Card::dog()) || cards.contains(Card::dragon())) return {};
  Counts counts{};
  for (const Card card : cards) {
    if (card != Card::phoenix()) ++counts[static_cast<std::size_t>(number(card.rank()))];
  }
  std::vector<Combination> found;
  if (!cards.contains(Card::phoenix())) {
    found.push_back(classify(cards, counts, 0));
  } else {
    for (int rank = 2; rank <= 14; ++rank) {
      ++counts[static_cast<std::size_t>(rank)];
      if (counts[static_cast<std::size_t>(rank)] <= 4) found.push_back(classify(cards, counts, rank));
      --counts[static_cast<std::size_t>(rank)];
    }
  }
  std::erase_if(found, [](const Combination& play) { return play.kind == CombinationKind::None; });
  return found;
}

bool beats(const Combination& play, const Combination& table) {
  if (is_bomb(play) && !is_bomb(table)) return true;
  if (is_bomb(play) && is_bomb(table) && play.cards.size() != table.cards.size()) {
    return play.cards.size() > table.cards.size();
  }
  if (play.kind != table.kind || play.length != table.length) return false;
  if (play.kind != CombinationKind::Single) return play.rank > table.rank;
  if (play.cards.contains(Card::dog())) return false;
  if (play.cards.contains(Card::phoenix())) return !table.cards.contains(Card::dragon());
  return twice_single_value(play) > twice_single_value(table);
}

std::vector<Combination> all_plays(CardSet hand) {
  std::vector<Card> cards;
  for (const Card card : hand) cards.push_back(card);
  std::vector<Combination> plays;
  for (std::uint32_t subset = 1; subset < (1u << cards.size()); ++subset) {
    CardSet chosen;
    for (std::size_t i = 0; i < cards.size(); ++i) {
      if (((subset >> i) & 1u) != 0) chosen.insert(cards[i]);
    }
    for (const Combination& meaning : meanings(chosen)) plays.push_back(meaning);
  }
  return plays;
}

Answer legal_plays(const PlayQuery& query, const std::vector<Combination>& all) {
  Answer answer;
  const bool lead = query.table.kind == CombinationKind::None;
  for (Combination play : all) {
    if (query.out_of_turn && (lead || !is_bomb(play))) continue;
    if (!lead && !reference::beats(play, query.table)) continue;
    const bool lone_phoenix = play.kind == CombinationKind::Single && play.cards.contains(Card::phoenix());
    if (lone_phoenix && !lead) play.rank = query.table.rank;
    answer.plays.push_back(play);
  }
  if (query.out_of_turn) {
    answer.may_pass = true;
    return answer;
  }
  for (const Combination& play : answer.plays) answer.wish_binds = answer.wish_binds || holds_rank(play, query.wish);
  if (answer.wish_binds) {
    std::erase_if(answer.plays, [&](const Combination& play) {
      return !holds_rank(play, query.wish) && !(query.bomb_ignores_wish && is_bomb(play));
    });
  }
  answer.may_pass = !lead && !answer.wish_binds;
  return answer;
}

}  // namespace tichu::reference
