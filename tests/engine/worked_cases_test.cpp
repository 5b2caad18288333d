// The worked cases of RULES 11, in their order.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/legality.h"
#include "engine/notation.h"
#include "engine/plays.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::ArrangedRound;
using test::cards;
using test::combination;
using test::Finish;
using test::SevenPairs;
using test::WholeHand;

/// A seat on its turn, and what it may do there: by the generator and by the referee, which must agree.
struct Turn {
  PlayQuery query;

  bool may_play(std::string_view text) const {
    const Combination play = combination(text, query.table);
    const bool legal = judge_play(query, play, Rank::None).ok();
    PlayList plays;
    exact_plays(query, plays);
    bool listed = false;
    for (const Combination& candidate : plays) listed = listed || candidate == play;
    EXPECT_EQ(legal, listed) << text;
    return legal;
  }
  bool may_pass() const {
    PlayList plays;
    exact_plays(query, plays);
    EXPECT_EQ(plays.may_pass(), judge_pass(query).ok());
    return plays.may_pass();
  }
  /// What may be played, as texts.
  std::set<std::string> plays() const {
    PlayList plays;
    exact_plays(query, plays);
    std::set<std::string> texts;
    for (const Combination& play : plays) texts.insert(to_text(play));
    return texts;
  }
};

Turn turn(std::string_view table, Rank wish, std::string_view hand, bool bomb_ignores_wish = false) {
  return {{.hand = cards(hand),
           .table = combination(table),
           .wish = wish,
           .out_of_turn = false,
           .bomb_ignores_wish = bomb_ignores_wish}};
}

constexpr std::string_view LowStraight = "Mah 2j 3j 4j 5s";

// RULES 11.1
TEST(WorkedCases, Case1AQueenThatNoStraightCanUseDoesNotBind) {
  const Turn seat = turn(LowStraight, Rank::Queen, "Qj 2s 3s 4s 5t 6s 7s 9t");
  EXPECT_TRUE(seat.may_pass());
  EXPECT_TRUE(seat.may_play("2s 3s 4s 5t 6s"));
}

// RULES 11.2
TEST(WorkedCases, Case2FourQueensMustBePlayedAsABomb) {
  const Turn seat = turn(LowStraight, Rank::Queen, "4s 5t 6s 7s 8t 9t Qj Qs Qp Qt");
  EXPECT_FALSE(seat.may_pass());
  EXPECT_FALSE(seat.may_play("4s 5t 6s 7s 8t"));
  EXPECT_EQ(seat.plays(), (std::set<std::string>{"Qj Qs Qp Qt"}));
}

// RULES 11.3
TEST(WorkedCases, Case3ThePhoenixIsLegalAndTheWishStays) {
  const Turn seat = turn("Mah", Rank::Five, "Phx 6j 7j");
  EXPECT_TRUE(seat.may_play("Phx"));
  EXPECT_TRUE(seat.may_pass());
  ArrangedRound round({"Mah 5j 5s", "Phx 2j 3j 4j 6j 7s 8j 9j Ts Jj Qj Ks Aj 6s", "5p 5t", ""});
  round.play(0, "Mah", Rank::Five);
  round.play(1, "Phx");
  EXPECT_EQ(round.round().table().half_points(), 3);
  EXPECT_EQ(round.round().wish(), Rank::Five);
}

// RULES 11.4
TEST(WorkedCases, Case4TwoFivesOnASevenAreNotBound) {
  const Turn seat = turn("7j", Rank::Five, "5j 5s Tj");
  EXPECT_TRUE(seat.may_pass());
  EXPECT_TRUE(seat.may_play("Tj"));
  EXPECT_FALSE(seat.may_play("5j"));
}

// RULES 11.5
TEST(WorkedCases, Case5FourFivesOnASevenMustBomb) {
  const Turn seat = turn("7j", Rank::Five, "5j 5s 5p 5t Tj");
  EXPECT_FALSE(seat.may_pass());
  EXPECT_EQ(seat.plays(), (std::set<std::string>{"5j 5s 5p 5t"}));
}

// RULES 11.6
TEST(WorkedCases, Case6FourFivesOnTheMahjongOneOrAll) {
  const Turn seat = turn("Mah", Rank::Five, "5j 5s 5p 5t Tj");
  EXPECT_FALSE(seat.may_pass());
  EXPECT_EQ(seat.plays(), (std::set<std::string>{"5j", "5s", "5p", "5t", "5j 5s 5p 5t"}));
}

// RULES 11.7
TEST(WorkedCases, Case7ABombWithoutTheRankOnlyWhereTheOptionSaysSo) {
  constexpr std::string_view Hand = "3j 4s 5p 6t 7j 8s 9p Tt Jj 2j 2s 2p 2t";
  EXPECT_TRUE(turn("Mah", Rank::Seven, Hand, true).may_play("2j 2s 2p 2t"));
  EXPECT_FALSE(turn("Mah", Rank::Seven, Hand, true).may_pass());
  EXPECT_EQ(turn("Mah", Rank::Seven, Hand, false).plays(), (std::set<std::string>{"7j"}));
}

// RULES 11.8
TEST(WorkedCases, Case8AStraightThatNeedsThePhoenixBesideTheWishedCardBinds) {
  constexpr std::string_view Table = "2j 3s 4p 5t 6j 7s";
  const Turn bound = turn(Table, Rank::Ten, "Kj Qs Jp Tt 8j Phx");
  EXPECT_FALSE(bound.may_pass());
  EXPECT_EQ(bound.plays(), (std::set<std::string>{"8j Tt Jp Qs Kj Phx=9"}));
  const Turn unbound = turn(Table, Rank::Ten, "Kj Qs Jp 9t 8j Phx");
  EXPECT_TRUE(unbound.may_pass());
  EXPECT_TRUE(unbound.may_play("8j 9t Jp Qs Kj Phx=T"));
  EXPECT_FALSE(combination("8j 9t Jp Qs Kj Phx=T").fulfils(Rank::Ten)) << "the wish stays open";
}

// RULES 11.9
TEST(WorkedCases, Case9AFullHouseRanksByItsTriple) {
  EXPECT_TRUE(beats(combination("5j 5s 5p 2j 2s"), combination("4j 4s 4p Kj Ks")));
}

// RULES 11.10
TEST(WorkedCases, Case10StraightFlushesByLengthThenRankNeverBySuit) {
  EXPECT_TRUE(beats(combination("2j 3j 4j 5j 6j"), combination("Aj As Ap At")));
  EXPECT_TRUE(beats(combination("2j 3j 4j 5j 6j 7j 8j"), combination("9s Ts Js Qs Ks As")));
  EXPECT_FALSE(beats(combination("4j 5j 6j 7j 8j"), combination("4t 5t 6t 7t 8t")));
  EXPECT_FALSE(beats(combination("4t 5t 6t 7t 8t"), combination("4j 5j 6j 7j 8j")));
}

// RULES 11.11
TEST(WorkedCases, Case11TheDogWithThePartnerOutGoesOnToTheNextSeatOrComesBack) {
  ArrangedRound one_out({WholeHand, "2s 3j", "Dog Ks", ""});
  one_out.win(0, WholeHand);
  one_out.play(1, "2s");
  one_out.play(2, "Ks");
  one_out.all_pass();
  one_out.play(2, "Dog");
  EXPECT_EQ(one_out.awaited(), "turn 1") << "seat 0, the partner, is out";

  ArrangedRound two_out(Finish);
  two_out.win(0, WholeHand);
  two_out.win(1, SevenPairs);
  two_out.play(2, "Dog");
  EXPECT_EQ(two_out.awaited(), "turn 2") << "seats 0 and 1 are out";
}

// RULES 11.12
TEST(WorkedCases, Case12TheDogAsTheThirdSeatsLastCardEndsTheRound) {
  ArrangedRound round(Finish);
  round.win(0, WholeHand);
  round.win(1, SevenPairs);
  for (const std::string_view play : {"9j", "Ts Tp Tt Jj Jp", "Kj Ks Kp Qj Qs", "As"}) round.win(2, play);
  round.play(2, "Drg");
  round.give_dragon(2, Side::Right);
  round.play(2, "Dog");
  EXPECT_EQ(round.awaited(), "over");
}

// RULES 11.13
TEST(WorkedCases, Case13LongerFlushesBeatHigherOnesAndAnyFlushBeatsAQuad) {
  EXPECT_TRUE(beats(combination("2j 3j 4j 5j 6j 7j"), combination("Ts Js Qs Ks As")));
  EXPECT_TRUE(beats(combination("2j 3j 4j 5j 6j"), combination("5j 5s 5p 5t")));
}

// RULES 11.14
TEST(WorkedCases, Case14TheDragonsOwnerMayBombItBeforeCollectingAndKeepsTheTrick) {
  ArrangedRound round({"Mah Drg 8j 8s 8p 8t", "", "", ""});
  round.play(0, "Drg");
  for (int windows = 0; windows < 4; ++windows) {
    EXPECT_EQ(round.awaited(), "bomb 0");
    if (windows < 3) round.no_bomb(0);
  }
  round.play(0, "8j 8s 8p 8t");
  EXPECT_EQ(round.awaited(), "turn 0");
  const Event& last = round.log()[round.log().size() - 1];
  EXPECT_EQ(last.kind, EventKind::TrickTaken);
  EXPECT_EQ(last.to, Seat(0));
  EXPECT_EQ(last.points, 25);
}

/// Seats 0 and 2 go out first and second.
RoundResult double_victory(bool both_call_tichu, SeatSet grand_callers) {
  ArrangedRound round({"Mah Dog 3j 4s 5p 6t 7j 8s 9p Tt Jj Qs Kp At", "9j 9s Kj",
                       "2j 2s 3s 3p 4j 4p 5j 5s 6j 6s 7s 7p 8j 8p", "Qj Qp Qt Ks As Aj Ap"},
                      {}, grand_callers);
  if (both_call_tichu) {
    round.tichu(0);
    round.tichu(2);
  }
  round.win(0, "3j 4s 5p 6t 7j 8s 9p Tt Jj Qs Kp At");
  round.win(0, "Mah");
  round.play(0, "Dog");
  round.play(2, "2j 2s 3s 3p 4j 4p 5j 5s 6j 6s 7s 7p 8j 8p");
  EXPECT_EQ(round.awaited(), "over");
  return round.round().result();
}

// RULES 11.15
TEST(WorkedCases, Case15BothPartnersTichuInADoubleVictoryCancel) {
  EXPECT_EQ(double_victory(true, SeatSet::none()).score[Team::A], Points(200 + 100 - 100));
}

// RULES 11.16
TEST(WorkedCases, Case16GrandTichuWithADoubleVictoryIs400) {
  EXPECT_EQ(double_victory(false, Seat(0)).score[Team::A], Points(400));
}

// RULES 11.17
TEST(WorkedCases, Case17APhoenixAndAFiveInTheLastHandCountMinus20ForTheOpponents) {
  ArrangedRound round(Finish);
  round.win(0, WholeHand);   // 25 points, team A
  round.win(1, SevenPairs);  // 10 points, team B
  for (const std::string_view play : {"9j", "Ts Tp Tt Jj Jp", "Kj Ks Kp Qj Qs", "As"}) round.win(2, play);  // 60, A
  round.play(2, "Drg");
  round.give_dragon(2, Side::Left);  // 25 to seat 1, team B
  round.play(2, "Dog");
  ASSERT_EQ(round.awaited(), "over");
  EXPECT_EQ(round.hand(3).points(), Points(-20));
  EXPECT_EQ(round.round().result().cards[Team::A], Points(25 + 60 - 20));
  EXPECT_EQ(round.round().result().cards[Team::B], Points(10 + 25));
}

}  // namespace
}  // namespace tichu
