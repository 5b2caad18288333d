#include "sdk/search/hand_split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "engine/deal.h"
#include "engine/notation.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::cards;

/// The parts as text, in alphabetical order.
std::multiset<std::string> parts_of(const std::string& hand) {
  std::multiset<std::string> texts;
  for (const Combination& part : HandSplit(cards(hand)).parts()) texts.insert(to_text(part));
  return texts;
}

using Texts = std::multiset<std::string>;

/// Whether the parts are combinations, disjoint, and make up the hand.
void expect_whole(const HandSplit& split, CardSet hand) {
  CardSet all;
  for (const Combination& part : split.parts()) {
    ASSERT_FALSE(part.cards.intersects(all)) << to_text(part.cards);
    all |= part.cards;
    const Readings read = readings(part.cards);
    const auto* end = read.options.begin() + read.count;
    ASSERT_NE(std::find(read.options.begin(), end, part), end) << to_text(part.cards);
  }
  ASSERT_EQ(all, hand);
  ASSERT_EQ(split.hand(), hand);
}

TEST(HandSplit, PartsAreDisjointCombinationsThatMakeUpTheHand) {
  for (std::uint64_t index = 0; index < 20000; ++index) {
    const CardSet hand = deal(8, index).hand(Seat(static_cast<int>(index % 4)));
    expect_whole(HandSplit(hand), hand);
  }
}

TEST(HandSplit, TakesAStraightRatherThanLooseSingles) {
  EXPECT_EQ(parts_of("3j 4s 5t 6p 7j Ks As"), (Texts{"3j 4s 5t 6p 7j", "Ks", "As"}));
}

TEST(HandSplit, KeepsBombsWhole) {
  EXPECT_EQ(parts_of("5j 6s 7t 8p 9j 9s 9p 9t"), (Texts{"5j", "6s", "7t", "8p", "9j 9s 9p 9t"}));
  EXPECT_EQ(parts_of("4s 5s 6s 7s 8s 8j 8t"), (Texts{"4s 5s 6s 7s 8s", "8j 8t"}));
}

TEST(HandSplit, PutsALowPairUnderATriple) {
  EXPECT_EQ(parts_of("3j 3s 9j 9s 9t Aj As"), (Texts{"3j 3s 9j 9s 9t", "Aj As"}));
}

TEST(HandSplit, ThePhoenixFillsAStraightThatWouldBeLooseSingles) {
  EXPECT_EQ(HandSplit(cards("3j 4s 6p 7j 8t Phx")).parts().size(), 1u);
}

TEST(HandSplit, OfNoCardsHasNoParts) { EXPECT_TRUE(HandSplit(CardSet()).parts().empty()); }

}  // namespace
}  // namespace tichu
