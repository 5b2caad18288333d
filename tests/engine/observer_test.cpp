#include "engine/observer.h"

#include <gtest/gtest.h>

#include "engine/notation.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::ArrangedRound;
using test::cards;

/// What `seat` knows after all events of a round so far.
struct View {
  Observer observer;
  View(const ArrangedRound& round, int seat) : observer(Seat(seat), round.round().rules(), Points(120), Points(-30)) {
    for (const Event& event : round.log()) {
      if (const auto shown = event.seen_by(Seat(seat))) observer.see(*shown);
    }
  }
  const Observation* operator->() const { return &observer.observation(); }
};

ArrangedRound first_trick() {
  ArrangedRound round({"Mah 7j", "9s", "Tj", "Qj"}, {}, Seat(2));
  round.tichu(1);
  round.play(0, "Mah", Rank::Two);
  return round;
}

TEST(Observer, ShowsEverySeatTheRoundFromItsOwnSide) {
  const ArrangedRound round = first_trick();
  for (int seat = 0; seat < 4; ++seat) {
    const View view(round, seat);
    const auto side = [&](int other) { return Seat(other).seen_from(Seat(seat)); };
    EXPECT_EQ(view->hand, round.hand(seat));
    EXPECT_EQ(view->calls[side(1)], Call::Tichu);
    EXPECT_EQ(view->calls[side(2)], Call::GrandTichu);
    EXPECT_EQ(view->table_owner, side(0));
    EXPECT_EQ(view->wish, Rank::Two);
    EXPECT_EQ(view->hand_size[side(0)], 13);
    EXPECT_EQ(view->played[side(0)], cards("Mah"));
    EXPECT_EQ(view->own_score, 120);
    EXPECT_EQ(view->their_score, -30);
  }
}

// RULES 3.4
TEST(Observer, KnowsThePushedAndTheReceivedCardsAndNoOthers) {
  const ArrangedRound round = first_trick();
  const View giver(round, 0);
  const View receiver(round, 1);
  EXPECT_EQ(giver->given.to(Side::Right), receiver->received.to(Side::Left));
  const View partner(round, 2);
  EXPECT_EQ(giver->given.to(Side::Partner), partner->received.to(Side::Partner));
  for (const SeenEvent& event : receiver->history()) {
    if (event.kind != EventKind::Push || event.who == Side::Me) continue;
    int shown = 0;
    for (const Card card : event.push.cards) shown += card.is_card() ? 1 : 0;
    EXPECT_EQ(shown, 1);
  }
}

TEST(Observer, TheUnseenCardsAreThoseOfTheOtherThree) {
  const ArrangedRound round = first_trick();
  for (int seat = 0; seat < 4; ++seat) {
    CardSet others;
    for (int other = 0; other < 4; ++other) {
      if (other != seat) others |= round.hand(other);
    }
    EXPECT_EQ(View(round, seat)->unseen(), others);
  }
}

// RULES 3.3
TEST(Observer, TellsWhetherTheOwnSeatMayCallTichu) {
  const ArrangedRound round = first_trick();
  EXPECT_FALSE(View(round, 0)->may_call_tichu());
  EXPECT_FALSE(View(round, 1)->may_call_tichu());
  EXPECT_FALSE(View(round, 2)->may_call_tichu());
  EXPECT_TRUE(View(round, 3)->may_call_tichu());
}

// RULES 6.6: two seats that are out do not end the round unless they are partners.
TEST(Observer, ARoundGoesOnAfterFirstAndSecondOutOfDifferentTeams) {
  ArrangedRound round({"Mah 2j 3s 4p 5t 6j 7s 8p 9t Tj Js Qp Kt Aj", "2s 2p 3j 3p 4j 4s 5j 5s 6s 6p 7j 7p 8j 8s",
                       "9j Ts Tp Tt Jj Jp Qj Qs Kj Ks Kp As Dog Drg", "Phx 2t 3t 4t 5p 6t 7t 8t 9s 9p Jt Qt Ap At"});
  round.win(0, "Mah 2j 3s 4p 5t 6j 7s 8p 9t Tj Js Qp Kt Aj");
  round.win(1, "2s 2p 3j 3p 4j 4s 5j 5s 6s 6p 7j 7p 8j 8s");
  round.play(2, "9j");
  ASSERT_EQ(round.awaited(), "turn 3");
  for (int seat = 0; seat < 4; ++seat) {
    const View view(round, seat);
    EXPECT_EQ(view->stage, Stage::Play);
    EXPECT_EQ(view->out_count, 2);
    EXPECT_EQ(Seat(seat).at(view->to_act), Seat(3));
  }
}

}  // namespace
}  // namespace tichu
