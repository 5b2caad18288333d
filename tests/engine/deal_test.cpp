#include "engine/deal.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/notation.h"
#include "tests/engine/document.h"

namespace tichu {
namespace {

TEST(Deal, TheVectorsOfTheDocumentAreReproduced) {
  const auto lines = test::block("DEALS.md", "deal");
  ASSERT_GE(lines.size(), 5u);
  for (const std::string& line : lines) {
    const auto words = test::words(line);
    const Deal dealt = deal(std::stoull(words[0]), std::stoull(words[1]));
    const std::size_t hands = line.find(words[1], line.find(words[0]) + words[0].size()) + words[1].size();
    EXPECT_EQ(to_text(dealt), test::trimmed(line.substr(hands)));
  }
}

// RULES 1.1, 3.1
TEST(Deal, EveryDealIsTheWholeDeckInFourHandsOfFourteen) {
  std::set<std::string> seen;
  for (std::uint64_t index = 0; index < 2000; ++index) {
    const Deal dealt = deal(7, index);
    ASSERT_TRUE(dealt.is_complete());
    for (const Seat seat : AllSeats) {
      ASSERT_EQ(dealt.hand(seat).size(), Deal::HandCards);
      ASSERT_EQ(dealt.first_eight(seat).size(), Deal::FirstCards);
      ASSERT_TRUE(dealt.hand(seat).contains_all(dealt.first_eight(seat)));
    }
    ASSERT_TRUE(seen.insert(to_text(dealt)).second) << "deal " << index << " was there before";
  }
}

TEST(Deal, ACardTwiceOrMissingMakesItIncomplete) {
  Deal dealt = deal(7, 0);
  dealt.cards[Seat(0)][0] = dealt.cards[Seat(1)][0];
  EXPECT_FALSE(dealt.is_complete());
  dealt.cards[Seat(0)][0] = Card::none();
  EXPECT_FALSE(dealt.is_complete());
  EXPECT_FALSE(Deal{}.is_complete());
}

// 20,000 deals: each card is at seat 0 in 5,000 of them, give or take 61 (one standard deviation).
TEST(Deal, EveryCardComesToEverySeatEquallyOften) {
  constexpr int Deals = 20'000;
  PerSeat<std::array<int, 64>> held{};
  for (std::uint64_t index = 0; index < Deals; ++index) {
    const Deal dealt = deal(123, index);
    for (const Seat seat : AllSeats) {
      for (const Card card : dealt.hand(seat)) ++held[seat][static_cast<std::size_t>(card.code())];
    }
  }
  for (const Seat seat : AllSeats) {
    for (const Card card : CardSet::deck()) {
      EXPECT_NEAR(held[seat][static_cast<std::size_t>(card.code())], Deals / 4.0, 5 * 61) << to_text(card);
    }
  }
}

}  // namespace
}  // namespace tichu
