#include "engine/card_set.h"

#include <gtest/gtest.h>

#include "engine/random.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::cards;

int slow_points(Card card) {
  if (card == Card::dragon()) return 25;
  if (card == Card::phoenix()) return -25;
  if (card.rank() == Rank::Five) return 5;
  return card.rank() == Rank::Ten || card.rank() == Rank::King ? 10 : 0;
}

// RULES 2.2
TEST(CardSet, TheDeckCounts100Points) {
  EXPECT_EQ(CardSet::deck().points(), Points(100));
  EXPECT_EQ(CardSet::deck().size(), 56);
  EXPECT_EQ(cards("5j Ts Kp Drg Phx").points(), Points(25));
  EXPECT_EQ(cards("Mah Dog 2j 9s Jp Qt At").points(), Points(0));
}

TEST(CardSet, OperationsAgreeWithLookingAtEachCard) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    CardSet a;
    CardSet b;
    for (int index = 0; index < Card::Count; ++index) {
      if (random.below(3) == 0) a.insert(Card::from_index(index));
      if (random.below(3) == 0) b.insert(Card::from_index(index));
    }
    int points = 0;
    int size = 0;
    bool subset = true;
    for (int index = 0; index < Card::Count; ++index) {
      const Card card = Card::from_index(index);
      ASSERT_EQ((a | b).contains(card), a.contains(card) || b.contains(card));
      ASSERT_EQ((a & b).contains(card), a.contains(card) && b.contains(card));
      ASSERT_EQ((a - b).contains(card), a.contains(card) && !b.contains(card));
      points += a.contains(card) ? slow_points(card) : 0;
      size += a.contains(card) ? 1 : 0;
      subset = subset && (!b.contains(card) || a.contains(card));
    }
    ASSERT_EQ(a.points(), Points(points));
    ASSERT_EQ(a.size(), size);
    ASSERT_EQ(a.contains_all(b), subset);
    ASSERT_EQ(a.intersects(b), !(a & b).empty());
  }
}

TEST(CardSet, WalkingVisitsEachCardOnceByRisingCode) {
  int before = -1;
  int visited = 0;
  for (const Card card : CardSet::deck()) {
    EXPECT_GT(card.code(), before);
    before = card.code();
    ++visited;
  }
  EXPECT_EQ(visited, 56);
}

TEST(CardSet, RanksAndCountsLookAtNaturalCardsOnly) {
  const CardSet set = cards("Mah Drg Phx Dog 7j 7s At");
  EXPECT_EQ(set.ranks(), (1u << 7) | (1u << 14));
  EXPECT_EQ(set.count(Rank::Seven), 2);
  EXPECT_EQ(set.count(Rank::Eight), 0);
  EXPECT_EQ(set.natural(), cards("7j 7s At"));
}

}  // namespace
}  // namespace tichu
