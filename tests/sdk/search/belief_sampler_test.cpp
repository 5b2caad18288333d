#include "sdk/search/belief_sampler.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "engine/notation.h"
#include "tests/sdk/search/watched_round.h"

namespace tichu {
namespace {

using testing::watch_rounds;
using testing::WatchedRound;

TEST(BeliefSampler, ContradictsNothingThatTheSeatKnows) {
  Random random(3);
  int guesses = 0;
  watch_rounds(40, [&](const WatchedRound& watched, Seat seat, Question) {
    const HiddenCards hidden = hidden_cards(watched.seen(seat));
    const Belief belief(watched.seen(seat));
    BeliefSampler walk(hidden, belief);
    for (int i = 0; i < 4; ++i) {
      const auto hands = walk.next(random);
      if (!hands) return;
      ++guesses;
      ASSERT_TRUE(agrees(hidden, *hands));
    }
  });
  EXPECT_GT(guesses, 5000);
}

TEST(BeliefSampler, GuessesTheSameForTheSameNumbers) {
  watch_rounds(5, [](const WatchedRound& watched, Seat seat, Question) {
    const HiddenCards hidden = hidden_cards(watched.seen(seat));
    const Belief belief(watched.seen(seat));
    BeliefSampler one(hidden, belief);
    BeliefSampler other(hidden, belief);
    Random for_one(9);
    Random for_other(9);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(one.next(for_one), other.next(for_other));
  });
}

TEST(BeliefSampler, WithoutWeightsHoldsEachCardAsOftenAsHandsAreLong) {
  Random random(4);
  Observation seen{};
  seen.stage = Stage::Play;
  seen.hand = *parse_cards("3p 4s");
  const CardSet hidden_set = *parse_cards("2p 5p 6p 7p 8p 9p Tp Jp Qp Kp Ap Drg");
  seen.hand_size = {{2, 2, 4, 6}};
  seen.played[Side::Me] = CardSet::deck() - seen.hand - hidden_set;
  const HiddenCards hidden = hidden_cards(seen);
  const std::vector<float> nothing(clue_features::Count, 0.0f);
  const Belief belief(seen, nothing);
  BeliefSampler walk(hidden, belief);
  constexpr int Guesses = 4000;
  PerSide<int> dragons{};
  for (int i = 0; i < Guesses; ++i) {
    const auto hands = walk.next(random);
    ASSERT_TRUE(hands);
    for (const Side side : OtherSides) dragons[side] += (*hands)[side].contains(Card::dragon()) ? 1 : 0;
  }
  for (const Side side : OtherSides) {
    EXPECT_NEAR(dragons[side], Guesses * seen.hand_size[side] / 12.0, Guesses * 0.04);
  }
}

/// The own lead after a trick in which all others passed, or with a call of Left's, with aces and low cards hidden.
class Believed : public ::testing::Test {
 protected:
  Believed() {
    seen_.stage = Stage::Play;
    seen_.hand = *parse_cards("3p 4s 5t");
    const CardSet hidden = *parse_cards("Ap As At 2p 2s 6j 6p 7s 8t");
    seen_.hand_size = {{3, 3, 3, 3}};
    seen_.played[Side::Me] = CardSet::deck() - seen_.hand - hidden;
  }

  void add(const SeenEvent& event) { events_.push_back(event); }

  /// How many aces Left and Right hold on the mean.
  PerSide<double> aces() {
    seen_.events = events_.data();
    seen_.event_count = static_cast<std::uint32_t>(events_.size());
    const HiddenCards hidden = hidden_cards(seen_);
    const Belief belief(seen_);
    BeliefSampler walk(hidden, belief);
    Random random(5);
    constexpr int Guesses = 500;
    PerSide<double> sum{};
    for (int i = 0; i < Guesses; ++i) {
      const auto hands = walk.next(random);
      for (const Side side : OtherSides) sum[side] += (*hands)[side].count(Rank::Ace) / static_cast<double>(Guesses);
    }
    return sum;
  }

  Observation seen_{};
  std::vector<SeenEvent> events_;
};

TEST_F(Believed, WhoPassedOnAKingHoldsFewerAces) {
  const PerSide<double> before = aces();
  SeenEvent king;
  king.kind = EventKind::Play;
  king.combination = *read_combination(*parse_cards("Kj"), {});
  add(king);
  SeenEvent pass;
  pass.kind = EventKind::Pass;
  pass.who = Side::Right;
  add(pass);
  EXPECT_LT(aces()[Side::Right], before[Side::Right] - 0.1);
}

TEST_F(Believed, WhoCalledHoldsMoreAces) {
  const PerSide<double> before = aces();
  SeenEvent call;
  call.kind = EventKind::Tichu;
  call.who = Side::Left;
  seen_.calls[Side::Left] = Call::Tichu;
  add(call);
  EXPECT_GT(aces()[Side::Left], before[Side::Left] + 0.1);
}

}  // namespace
}  // namespace tichu
