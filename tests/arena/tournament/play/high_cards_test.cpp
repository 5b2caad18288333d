#include "arena/tournament/play/high_cards.h"

#include <gtest/gtest.h>

#include <utility>

namespace tichu::arena {
namespace {

TEST(HighCards, AreCountedForTheTeamThatHoldsThem) {
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Deal cards = deal(5, index);
    const auto lead = high_card_lead(cards);
    const CardSet team = cards.hand(Seat(0)) | cards.hand(Seat(2));
    EXPECT_EQ(lead[0], team.contains(Card::dragon()) ? 1 : -1);
    EXPECT_EQ(lead[1], team.contains(Card::phoenix()) ? 1 : -1);
    EXPECT_EQ(lead[2], team.contains(Card::dog()) ? 1 : -1);
    EXPECT_EQ(lead[3], team.contains(Card::mahjong()) ? 1 : -1);
    EXPECT_EQ(lead[4], 2 * team.count(Rank::Ace) - 4);
    EXPECT_EQ(lead[5], 2 * team.count(Rank::King) - 4);
  }
}

TEST(HighCards, LeadTurnsRoundWithTheTeams) {
  Deal cards = deal(5, 7);
  const auto lead = high_card_lead(cards);
  std::swap(cards.cards[Seat(0)], cards.cards[Seat(1)]);
  std::swap(cards.cards[Seat(2)], cards.cards[Seat(3)]);
  const auto turned = high_card_lead(cards);
  for (std::size_t kind = 0; kind < HighCardKinds; ++kind) EXPECT_EQ(turned[kind], -lead[kind]);
}

}  // namespace
}  // namespace tichu::arena
