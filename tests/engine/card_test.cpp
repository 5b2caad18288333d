#include "engine/card.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/card_set.h"
#include "engine/notation.h"

namespace tichu {
namespace {

// RULES 2.1
TEST(Card, TheDeckHasThirteenRanksInFourSuitsAndFourSpecialCards) {
  std::set<int> codes;
  int special = 0;
  for (int index = 0; index < Card::Count; ++index) {
    const Card card = Card::from_index(index);
    codes.insert(card.code());
    special += card.is_special() ? 1 : 0;
    EXPECT_EQ(Card::from_code(card.code()), card);
  }
  EXPECT_EQ(codes.size(), 56u);
  EXPECT_EQ(special, 4);
  for (int rank = 2; rank <= 14; ++rank) EXPECT_EQ(CardSet::of_rank(static_cast<Rank>(rank)).size(), 4);
}

TEST(Card, Only56CodesAreCards) {
  int cards = 0;
  for (int code = -10; code < 300; ++code) cards += Card::from_code(code).is_card() ? 1 : 0;
  EXPECT_EQ(cards, 56);
  EXPECT_FALSE(Card().is_card());
}

TEST(Card, SpecialCardsHaveTheRanksThatTheRulesGiveThem) {
  EXPECT_EQ(Card::mahjong().rank(), Rank::One);
  EXPECT_EQ(Card::dragon().rank(), Rank::Dragon);
  EXPECT_EQ(Card::dog().rank(), Rank::None);
  EXPECT_EQ(Card::phoenix().rank(), Rank::None);
  EXPECT_EQ(Card(Rank::Ten, Suit::Star).suit(), Suit::Star);
  EXPECT_EQ(Card(Rank::Ten, Suit::Star).rank(), Rank::Ten);
}

}  // namespace
}  // namespace tichu
