#include "sdk/search/hidden_cards.h"

#include <gtest/gtest.h>

#include <memory>

#include "engine/observer.h"
#include "engine/random_policy.h"
#include "sdk/search/determinize.h"

namespace tichu {
namespace {

/// A random round with calls of nobody, watched by four observers.
class WatchedRound {
 public:
  WatchedRound(std::uint64_t index, const Rules& rules) : round_(deal(5, index), rules, log_) {
    for (const Seat seat : AllSeats) observers_[seat] = std::make_unique<Observer>(seat, rules, Points(0), Points(0));
    show();
  }

  bool is_over() const { return round_.is_over(); }
  Pending pending() const { return round_.pending(); }
  const Round& round() const { return round_; }
  const Observation& seen(Seat seat) const { return observers_[seat]->observation(); }

  void act(const Action& action) {
    round_.apply(pending().seats.first(), action, log_);
    show();
  }

  /// The hands of the others, by side of `me`.
  PerSide<CardSet> true_hands(Seat me) const {
    PerSide<CardSet> hands;
    for (const Side side : OtherSides) hands[side] = round_.hand(me.at(side));
    return hands;
  }

 private:
  void show() {
    for (; shown_ < log_.size(); ++shown_) {
      for (const Seat seat : AllSeats) {
        if (const auto visible = log_[shown_].seen_by(seat)) observers_[seat]->see(*visible);
      }
    }
  }

  EventLog log_;
  Round round_;
  PerSeat<std::unique_ptr<Observer>> observers_;
  int shown_ = 0;
};

bool is_play(DecisionKind kind) {
  return kind == DecisionKind::Turn || kind == DecisionKind::Bomb || kind == DecisionKind::GiveDragon;
}

template <typename Check>
void watch_rounds(int rounds, Check check) {
  RandomPolicy policy{Random(77)};
  for (int i = 0; i < rounds; ++i) {
    WatchedRound watched(static_cast<std::uint64_t>(i), presets()[static_cast<std::size_t>(i) % 5].rules);
    while (!watched.is_over()) {
      const Pending open = watched.pending();
      const Seat seat = open.seats.first();
      if (is_play(open.kind)) check(watched, seat, open.kind);
      watched.act(policy.action(watched.round(), seat, open.kind));
    }
  }
}

TEST(HiddenCards, TrueHandsNeverContradictWhatASeatKnows) {
  watch_rounds(600, [](const WatchedRound& watched, Seat seat, DecisionKind) {
    ASSERT_TRUE(agrees(hidden_cards(watched.seen(seat)), watched.true_hands(seat)));
  });
}

TEST(HiddenCards, ASeatThatLedPastAWishLacksTheRank) {
  int proofs = 0;
  watch_rounds(300, [&](const WatchedRound& watched, Seat seat, DecisionKind) {
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
  watch_rounds(200, [&](const WatchedRound& watched, Seat seat, DecisionKind) {
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
  watch_rounds(20, [&](const WatchedRound& watched, Seat seat, DecisionKind) {
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
  watch_rounds(150, [&](const WatchedRound& watched, Seat seat, DecisionKind kind) {
    Round imagined = imagine_round(watched.seen(seat), watched.true_hands(seat), kind);
    Round real = watched.round();
    ASSERT_EQ(imagined.pending().kind, real.pending().kind);
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
