#include "sdk/search/hidden_cards.h"

#include <gtest/gtest.h>

#include "sdk/search/determinize.h"
#include "tests/sdk/search/watched_round.h"

namespace tichu {
namespace {

using testing::watch_rounds;
using testing::WatchedRound;

TEST(HiddenCards, TrueHandsNeverContradictWhatASeatKnows) {
  watch_rounds(600, [](const WatchedRound& watched, Seat seat, Question) {
    ASSERT_TRUE(agrees(hidden_cards(watched.seen(seat)), watched.true_hands(seat)));
  });
}

TEST(HiddenCards, ASeatThatLedPastAWishLacksTheRank) {
  int proofs = 0;
  watch_rounds(300, [&](const WatchedRound& watched, Seat seat, Question) {
    const HiddenCards hidden = hidden_cards(watched.seen(seat));
    for (const Side side : OtherSides) {
      proofs += hidden.lacks[side] != 0 ? 1 : 0;
      ASSERT_EQ(watched.round().hand(seat.at(side)).ranks() & hidden.lacks[side], 0u);
    }
  });
  EXPECT_GT(proofs, 100);
}

TEST(Determinize, GuessesAgreeWithWhatTheSeatKnows) {
  Random random(3);
  int guesses = 0;
  int missing = 0;
  watch_rounds(200, [&](const WatchedRound& watched, Seat seat, Question) {
    const HiddenCards hidden = hidden_cards(watched.seen(seat));
    const auto hands = guess_hands(hidden, random);
    if (!hands) {
      ++missing;
      return;
    }
    ++guesses;
    ASSERT_TRUE(agrees(hidden, *hands));
  });
  EXPECT_GT(guesses, 10000);
  EXPECT_LT(missing, guesses / 1000 + 1);
}

TEST(Determinize, AGuessWithAPushedCardElsewhereIsRefused) {
  int refused = 0;
  watch_rounds(20, [&](const WatchedRound& watched, Seat seat, Question) {
    const HiddenCards hidden = hidden_cards(watched.seen(seat));
    PerSide<CardSet> hands = watched.true_hands(seat);
    if (hidden.held[Side::Right].empty() || hands[Side::Left].empty()) return;
    const Card pushed = hidden.held[Side::Right].first();
    const Card other = hands[Side::Left].first();
    hands[Side::Right].erase(pushed);
    hands[Side::Left].erase(other);
    hands[Side::Right].insert(other);
    hands[Side::Left].insert(pushed);
    ASSERT_FALSE(agrees(hidden, hands));
    ++refused;
  });
  EXPECT_GT(refused, 20);
}

/// The result as the seat sees it: seats turned into sides.
PerTeam<Points> turned(const PerTeam<Points>& score, Seat me) {
  return me.team() == Team::A ? score : PerTeam<Points>{{score[Team::B], score[Team::A]}};
}

TEST(Determinize, ARoundImaginedWithTheTrueHandsPlaysOnLikeTheRealOne) {
  std::uint64_t seed = 0;
  watch_rounds(150, [&](const WatchedRound& watched, Seat seat, Question question) {
    Round imagined = imagine_round(watched.seen(seat), watched.true_hands(seat), question);
    Round real = watched.round();
    ASSERT_EQ(imagined.pending().question, real.pending().question);
    ASSERT_EQ(imagined.pending().seats.first(), Seat(0));
    RandomPolicy for_real{Random(seed)};
    RandomPolicy for_imagined{Random(seed)};
    ++seed;
    play_out(real, for_real);
    play_out(imagined, for_imagined);
    ASSERT_EQ(imagined.result().score, turned(real.result().score, seat));
  });
}

}  // namespace
}  // namespace tichu
