#include "engine/plays.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/deal.h"
#include "engine/notation.h"
#include "engine/random.h"
#include "tests/engine/arranged_round.h"
#include "tests/engine/query_comparison.h"
#include "tests/engine/random_query.h"

namespace tichu {
namespace {

using test::cards;
using test::Choice;
using test::combination;

PlayList exact(const PlayQuery& query) {
  PlayList plays;
  exact_plays(query, plays);
  return plays;
}

PlayList canonical(const PlayQuery& query) {
  PlayList plays;
  canonical_plays(query, plays);
  return plays;
}

TEST(Plays, TwoThousandRandomHandsHaveAsManyCanonicalPlaysAsDistinctChoices) {
  for (std::uint64_t index = 0; index < 500; ++index) {
    const Deal dealt = deal(11, index);
    for (const Seat seat : AllSeats) {
      const CardSet hand = dealt.hand(seat);
      const CardSet flush = test::flush_cards(hand);
      std::set<Choice> choices;
      for (const Combination& play : exact({hand, {}})) choices.insert(test::choice(play, flush));
      ASSERT_EQ(static_cast<std::size_t>(canonical({hand, {}}).size()), choices.size()) << to_text(hand);
    }
  }
}

// RULES 6.2
TEST(Plays, ALeaderMayNotPassAndAFollowerMay) {
  EXPECT_FALSE(exact({cards("2j 3j"), {}}).may_pass());
  const PlayList list = exact({cards("2j 3j"), combination("As")});
  EXPECT_TRUE(list.may_pass());
  EXPECT_TRUE(list.empty());
}

// RULES 7.5
TEST(Plays, TheDogIsListedAsALeadAndNowhereElse) {
  EXPECT_EQ(exact({cards("Dog"), {}}).size(), 1);
  EXPECT_TRUE(exact({cards("Dog"), combination("2j")}).empty());
}

// RULES 6.4
TEST(Plays, OutOfTurnOnlyBombsAreListedAndNoneOnAnEmptyTable) {
  const CardSet hand = cards("8j 8s 8p 8t Ap Drg");
  const PlayList list = exact({hand, combination("2j"), Rank::None, true});
  ASSERT_EQ(list.size(), 1);
  EXPECT_EQ(list[0], combination("8j 8s 8p 8t"));
  EXPECT_TRUE(exact({hand, {}, Rank::None, true}).empty());
}

/// The number of exact plays on a lead by the numbers of cards a rank, without looking at suits: a second way to count.
/// A straight flush is one card set, counted as a straight here and as a bomb there.
struct CountedHand {
  std::array<int, 15> count{};  ///< [1] the Mahjong, [2..14] the natural ranks
  bool phoenix = false;
  int lone_specials = 0;  ///< Dog and Dragon

  static constexpr int choose2(int n) { return n * (n - 1) / 2; }
  static constexpr int choose3(int n) { return n * (n - 1) * (n - 2) / 6; }
  int at(int rank) const { return count[static_cast<std::size_t>(rank)]; }

  int equal_ranks() const {
    int plays = lone_specials + at(1) + (phoenix ? 1 : 0);
    for (int rank = 2; rank <= 14; ++rank) {
      const int n = at(rank);
      plays += n + choose2(n) + choose3(n) + (n == 4 ? 1 : 0);
      if (phoenix) plays += n + choose2(n);
    }
    return plays;
  }
  int full_houses() const {
    int pairs = 0;
    int cards = 0;
    for (int rank = 2; rank <= 14; ++rank) {
      pairs += choose2(at(rank));
      cards += at(rank);
    }
    int plays = 0;
    for (int rank = 2; rank <= 14; ++rank) {
      const int n = at(rank);
      plays += choose3(n) * (pairs - choose2(n));
      if (phoenix) plays += choose3(n) * (cards - n) + choose2(n) * (pairs - choose2(n));
    }
    return plays;
  }
  /// Runs from every low rank: the number of ways without the Phoenix, and with it in one of the ranks so far.
  template <typename Whole, typename Short>
  int runs(int lowest, int min_ranks, Whole whole, Short with_phoenix) const {
    int plays = 0;
    for (int low = lowest; low <= 14; ++low) {
      int natural = 1;
      int wild = 0;
      for (int high = low; high <= 14 && natural + wild > 0; ++high) {
        wild = phoenix ? wild * whole(at(high)) + (high >= 2 ? natural * with_phoenix(at(high)) : 0) : 0;
        natural *= whole(at(high));
        if (high - low + 1 >= min_ranks) plays += natural + wild;
      }
    }
    return plays;
  }
  int stairs() const {
    return runs(
        2, 2, [](int n) { return choose2(n); }, [](int n) { return n; });
  }
  int straights() const {
    return runs(
        1, 5, [](int n) { return n; }, [](int) { return 1; });
  }
  int plays() const { return equal_ranks() + full_houses() + stairs() + straights(); }
};

CountedHand counted(CardSet hand) {
  CountedHand result;
  for (int rank = 2; rank <= 14; ++rank) {
    result.count[static_cast<std::size_t>(rank)] = hand.count(static_cast<Rank>(rank));
  }
  result.count[1] = hand.contains(Card::mahjong()) ? 1 : 0;
  result.phoenix = hand.contains(Card::phoenix());
  result.lone_specials = (hand & CardSet{Card::dog(), Card::dragon()}).size();
  return result;
}

/// The largest number of plays over all ways to put `cards` natural cards into the ranks from `rank` on.
int largest(CountedHand& hand, int rank, int cards) {
  if (rank > 14) return cards == 0 ? hand.plays() : 0;
  int best = 0;
  const int room = 4 * (14 - rank);
  for (int n = std::max(0, cards - room); n <= std::min(4, cards); ++n) {
    hand.count[static_cast<std::size_t>(rank)] = n;
    best = std::max(best, largest(hand, rank + 1, cards - n));
  }
  hand.count[static_cast<std::size_t>(rank)] = 0;
  return best;
}

TEST(Plays, CountingByRanksGivesTheNumberOfExactPlays) {
  Random random(99);
  for (int i = 0; i < 5000; ++i) {
    const CardSet hand = test::random_hand(random, 1 + static_cast<int>(random.below(14)));
    const PlayList list = exact({hand, {}});
    ASSERT_EQ(list.size(), counted(hand).plays()) << to_text(hand);
  }
}

// A Dog or Dragon adds one play, any natural card in its place at least one, so hands without them are enough.
TEST(Plays, NoHandOfFourteenCardsHasMorePlaysThanTheListHolds) {
  int most = 0;
  for (const bool phoenix : {false, true}) {
    for (const int mahjong : {0, 1}) {
      CountedHand hand;
      hand.phoenix = phoenix;
      hand.count[1] = mahjong;
      most = std::max(most, largest(hand, 2, Deal::HandCards - mahjong - (phoenix ? 1 : 0)));
    }
  }
  EXPECT_EQ(most, 1857);
  EXPECT_LE(most, PlayList::Capacity);
}

}  // namespace
}  // namespace tichu
