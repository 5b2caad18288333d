#include "sdk/search/hidden_cards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "engine/observer.h"
#include "engine/random_policy.h"
#include "engine/record.h"
#include "sdk/search/determinize.h"

namespace tichu {
namespace {

/// A random round with calls of nobody, watched by four observers.
class WatchedRound {
 public:
  WatchedRound(std::uint64_t index, const Rules& rules) : dealt_(deal(5, index)), round_(dealt_, rules, log_) {
    for (const Seat seat : AllSeats) observers_[seat] = std::make_unique<Observer>(seat, rules, Points(0), Points(0));
    show();
  }

  const Deal& dealt() const { return dealt_; }
  bool is_over() const { return round_.is_over(); }
  Pending pending() const { return round_.pending(); }
  const Round& round() const { return round_; }
  const Observation& seen(Seat seat) const { return observers_[seat]->observation(); }

  void act(const Action& action) {
    round_.apply(pending().seats.first(), action, log_);
    show();
  }

  const EventLog& log() const { return log_; }

  /// The hands of the others, by side of `me`.
  PerSide<CardSet> true_hands(Seat me) const {
    PerSide<CardSet> hands;
    for (const Side side : {Side::Right, Side::Partner, Side::Left}) hands[side] = round_.hand(me.at(side));
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

  Deal dealt_;
  EventLog log_;
  Round round_;
  PerSeat<std::unique_ptr<Observer>> observers_;
  int shown_ = 0;
};

bool is_play(DecisionKind kind) {
  return kind == DecisionKind::Turn || kind == DecisionKind::Bomb || kind == DecisionKind::GiveDragon;
}

template <typename Check>
void walk(int rounds, Check check) {
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
  walk(600, [](const WatchedRound& watched, Seat seat, DecisionKind) {
    ASSERT_TRUE(agrees(hidden_cards(watched.seen(seat)), watched.true_hands(seat)));
  });
}

TEST(HiddenCards, ASeatThatLedPastAWishLacksTheRank) {
  int proofs = 0;
  walk(300, [&](const WatchedRound& watched, Seat seat, DecisionKind) {
    const HiddenCards hidden = hidden_cards(watched.seen(seat));
    for (const Side side : {Side::Right, Side::Partner, Side::Left}) {
      proofs += hidden.lacks[side] != 0 ? 1 : 0;
      ASSERT_EQ(watched.round().hand(seat.at(side)).ranks() & hidden.lacks[side], 0u);
    }
  });
  EXPECT_GT(proofs, 100);
}

/// The deal with two cards exchanged.
Deal exchanged(Deal dealt, Card a, Card b) {
  for (auto& hand : dealt.cards.values) {
    for (Card& card : hand) card = card == a ? b : card == b ? a : card;
  }
  return dealt;
}

bool was_pushed(const WatchedRound& watched, Card card) {
  for (const Event& event : watched.log()) {
    if (event.kind != EventKind::Push) continue;
    if (std::find(event.push.cards.begin(), event.push.cards.end(), card) != event.push.cards.end()) return true;
  }
  return false;
}

// RULES 6.1, 7.3: the referee is the second opinion. Of two cards that are still held, exchanged between two hands, the
// round so far either could have been played all the same or not.
TEST(HiddenCards, AnExchangeIsRefusedWhereTheRoundCouldNotHaveBeenPlayedSo) {
  Random random(17);
  std::uint64_t index = 0;
  int allowed = 0;
  int refused = 0;
  int refused_by_proofs = 0;
  const auto check = [&](const WatchedRound& watched, Seat seat, DecisionKind) {
    const HiddenCards hidden = hidden_cards(watched.seen(seat));
    PerSide<CardSet> hands = watched.true_hands(seat);
    if (hands[Side::Right].empty() || hands[Side::Left].empty()) return;
    const Card a =
        hands[Side::Right].nth(static_cast<int>(random.below(static_cast<std::uint32_t>(hands[Side::Right].size()))));
    const Card b =
        hands[Side::Left].nth(static_cast<int>(random.below(static_cast<std::uint32_t>(hands[Side::Left].size()))));
    if (was_pushed(watched, a) || was_pushed(watched, b)) return;
    hands[Side::Right].erase(a);
    hands[Side::Right].insert(b);
    hands[Side::Left].erase(b);
    hands[Side::Left].insert(a);
    const Replay replayed =
        replay(exchanged(watched.dealt(), a, b), watched.round().rules(), recorded_actions(watched.log()));
    ASSERT_EQ(agrees(hidden, hands), !replayed.fault) << index;
    replayed.fault ? ++refused : ++allowed;
    HiddenCards unproven = hidden;
    unproven.proofs.clear();
    if (replayed.fault && agrees(unproven, hands)) ++refused_by_proofs;
    ++index;
  };
  walk(3000, check);
  EXPECT_GT(allowed, 10'000);
  EXPECT_GT(refused, 1'000);
  EXPECT_GT(refused_by_proofs, 20);
}

TEST(Determinize, GuessesAgreeWithWhatTheSeatKnows) {
  Random random(3);
  int guesses = 0;
  int missing = 0;
  walk(200, [&](const WatchedRound& watched, Seat seat, DecisionKind) {
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
  walk(20, [&](const WatchedRound& watched, Seat seat, DecisionKind) {
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
  walk(150, [&](const WatchedRound& watched, Seat seat, DecisionKind kind) {
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
