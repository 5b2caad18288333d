#include "engine/round.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "engine/notation.h"
#include "tests/engine/arranged_round.h"

namespace tichu {
namespace {

using test::ArrangedRound;
using test::Bombers;
using test::cards;
using test::Finish;
using test::Hands;
using test::SevenPairs;
using test::WholeHand;

int count(const EventLog& log, EventKind kind) {
  int found = 0;
  for (const Event& event : log) found += event.kind == kind ? 1 : 0;
  return found;
}

Rules gravon() { return *preset("gravon"); }

/// The Finish after seats 0 and 1 have gone out; seat 2 is to lead.
ArrangedRound after_two_out(const Rules& rules = {}) {
  ArrangedRound table(Finish, rules);
  table.win(0, WholeHand);
  table.win(1, SevenPairs);
  EXPECT_EQ(table.awaited(), "turn 2");
  return table;
}

// RULES 3.1
TEST(Round, TheGrandTichuDecisionIsTakenOnEightCards) {
  const Deal dealt = deal(1, 0);
  EventLog log;
  Round round(dealt, {}, log);
  EXPECT_EQ(round.pending().question, Question::GrandTichu);
  EXPECT_EQ(log.size(), 4);
  for (const Seat seat : AllSeats) EXPECT_EQ(round.hand(seat), dealt.first_eight(seat));
  for (const Seat seat : AllSeats) round.apply(seat, Action::no_grand_tichu(), log);
  EXPECT_EQ(log.size(), 8);
  for (const Seat seat : AllSeats) EXPECT_EQ(round.hand(seat), dealt.hand(seat));
}

// RULES 3.1: the later six cards could be any.
TEST(Round, NothingBeforeTheGrandTichuDecisionDependsOnLaterCards) {
  const Deal dealt = deal(1, 0);
  Deal other = dealt;
  for (int i = Deal::FirstCards; i < Deal::HandCards; ++i) {
    const auto at = static_cast<std::size_t>(i);
    std::swap(other.cards[Seat(0)][at], other.cards[Seat(1)][at]);
    std::swap(other.cards[Seat(2)][at], other.cards[Seat(3)][at]);
  }
  EventLog log;
  EventLog other_log;
  Round round(dealt, {}, log);
  Round other_round(other, {}, other_log);
  ASSERT_EQ(log.size(), other_log.size());
  for (int i = 0; i < log.size(); ++i) EXPECT_EQ(log[i], other_log[i]);
  for (const Seat seat : AllSeats) EXPECT_EQ(round.hand(seat), other_round.hand(seat));
}

// RULES 3.2
TEST(Round, GrandTichuDecisionsAreHiddenUntilAllAreIn) {
  EventLog log;
  Round round(deal(1, 0), {}, log);
  EXPECT_EQ(round.pending().seats, SeatSet::all());
  round.apply(Seat(2), Action::call_grand_tichu(), log);
  EXPECT_EQ(round.pending().seats, SeatSet::all() - Seat(2));
  EXPECT_EQ(round.call(Seat(2)), Call::None);
  EXPECT_EQ(count(log, EventKind::GrandTichu), 0);
  round.apply(Seat(0), Action::call_grand_tichu(), log);
  round.apply(Seat(3), Action::no_grand_tichu(), log);
  EXPECT_FALSE(round.is_legal(Seat(3), Action::call_grand_tichu())) << "an answer stands";
  round.apply(Seat(1), Action::no_grand_tichu(), log);
  EXPECT_EQ(round.call(Seat(2)), Call::GrandTichu);
  EXPECT_EQ(round.call(Seat(0)), Call::GrandTichu);
  EXPECT_EQ(count(log, EventKind::GrandTichu), 2);
}

// RULES 3.2
TEST(Round, WherePartnersMayNotBothCallTheSeatsAreAskedInTurn) {
  EventLog log;
  Round round(deal(1, 0), gravon(), log);
  EXPECT_EQ(round.pending().seats, SeatSet(Seat(0)));
  EXPECT_FALSE(round.is_legal(Seat(1), Action::no_grand_tichu()));
  round.apply(Seat(0), Action::call_grand_tichu(), log);
  EXPECT_EQ(round.call(Seat(0)), Call::GrandTichu) << "known to those who are asked later";
  EXPECT_EQ(round.pending().seats, SeatSet(Seat(1)));
  round.apply(Seat(1), Action::no_grand_tichu(), log);
  EXPECT_EQ(round.pending().seats, SeatSet(Seat(3))) << "seat 2 is passed over";
  EXPECT_FALSE(round.is_legal(Seat(2), Action::call_grand_tichu()));
  round.apply(Seat(3), Action::call_grand_tichu(), log);
  EXPECT_EQ(round.pending().question, Question::Push);
}

// RULES 3.3
TEST(Round, TichuMayBeCalledOnceAndBeforeTheOwnFirstCard) {
  ArrangedRound table({"Mah 2j", "3j", "4j", "5j"});
  EXPECT_EQ(table.judged(2, Action::call_tichu()), "");
  table.play(0, "2j");
  EXPECT_EQ(table.judged(0, Action::call_tichu()), "3.3");
  table.tichu(2);
  EXPECT_EQ(table.judged(2, Action::call_tichu()), "3.3");
  table.play(1, "3j");
  EXPECT_EQ(table.judged(1, Action::call_tichu()), "3.3");
  EXPECT_EQ(table.judged(3, Action::call_tichu()), "") << "not its turn, but between two events";
}

// RULES 3.3
TEST(Round, TichuMayNotBeCalledAfterAGrandTichuNorOnceASeatIsOut) {
  ArrangedRound table(Finish, {}, Seat(1));
  EXPECT_EQ(table.judged(1, Action::call_tichu()), "3.3");
  EXPECT_EQ(table.judged(2, Action::call_tichu()), "");
  table.win(0, WholeHand);
  EXPECT_EQ(table.judged(2, Action::call_tichu()), "3.3");
}

// RULES 3.3
TEST(Round, TichuBetweenTheNinthCardAndThePushIsAnOption) {
  for (const bool allowed : {true, false}) {
    Rules rules;
    rules.tichu_before_push = allowed;
    Round round(deal(1, 0), rules);
    EXPECT_FALSE(round.may_call_tichu(Seat(1))) << "on eight cards";
    for (const Seat seat : AllSeats) round.apply(seat, Action::no_grand_tichu());
    EXPECT_EQ(round.may_call_tichu(Seat(1)), allowed);
    EXPECT_EQ(round.is_legal(Seat(1), Action::call_tichu()), allowed);
  }
}

Action lowest_push(CardSet hand) {
  std::array<Card, 3> given;
  for (Card& card : given) {
    card = hand.first();
    hand.erase(card);
  }
  return Action::push_cards(given[0], given[1], given[2]);
}

// RULES 3.4
TEST(Round, ThePushMovesAllTwelveCardsAtOnce) {
  EventLog log;
  Round round(deal(1, 0), {}, log);
  for (const Seat seat : AllSeats) round.apply(seat, Action::no_grand_tichu(), log);
  PerSeat<CardSet> before;
  PerSeat<PushedCards> given;
  for (const Seat seat : AllSeats) before[seat] = round.hand(seat);
  for (const int number : {2, 0, 3, 1}) {
    const Seat seat(number);
    EXPECT_EQ(count(log, EventKind::Push), 0) << "hidden until all are in";
    EXPECT_EQ(round.hand(seat), before[seat]);
    const Action push = lowest_push(round.hand(seat));
    given[seat] = push.push;
    round.apply(seat, push, log);
    EXPECT_FALSE(round.is_legal(seat, push)) << "a push stands";
  }
  EXPECT_EQ(count(log, EventKind::Push), 4);
  for (const Seat seat : AllSeats) {
    CardSet after = before[seat];
    for (const Card card : given[seat].cards) after.erase(card);
    for (const Side side : OtherSides) {
      const Seat giver = seat.at(side);
      after.insert(given[giver].to(seat.seen_from(giver)));
    }
    EXPECT_EQ(round.hand(seat), after);
  }
}

// RULES 3.4
TEST(Round, APushGivesThreeDifferentCardsOfTheOwnHand) {
  Round round(deal(1, 0), {});
  for (const Seat seat : AllSeats) round.apply(seat, Action::no_grand_tichu());
  const Card own = round.hand(Seat(0)).first();
  CardSet rest = round.hand(Seat(0));
  rest.erase(own);
  const Card other = round.hand(Seat(1)).first();
  EXPECT_EQ(round.judge(Seat(0), Action::push_cards(own, own, rest.first())).clause, "3.4");
  EXPECT_EQ(round.judge(Seat(0), Action::push_cards(own, other, rest.first())).clause, "3.4");
  EXPECT_EQ(round.judge(Seat(0), Action::push_cards(own, Card::none(), rest.first())).clause, "3.4");
  EXPECT_EQ(round.judge(Seat(0), Action::play_cards(test::combination("2j"))).clause, "6.2");
}

// RULES 3.5
TEST(Round, CallsAreEventsThatEveryoneSees) {
  ArrangedRound table(Finish, {}, Seat(3));
  table.tichu(1);
  for (const Event& event : table.log()) {
    if (event.kind != EventKind::Tichu && event.kind != EventKind::GrandTichu) continue;
    for (const Seat viewer : AllSeats) EXPECT_EQ(event.seen_by(viewer), event);
  }
  EXPECT_EQ(count(table.log(), EventKind::Tichu), 1);
  EXPECT_EQ(count(table.log(), EventKind::GrandTichu), 1);
}

// RULES 6.1: the Mahjong comes to seat 3 by the push in the arrangement.
TEST(Round, TheHolderOfTheMahjongAfterThePushLeadsAndMayKeepIt) {
  ArrangedRound table({"2j", "3j", "4j", "Mah 5j"});
  EXPECT_EQ(table.awaited(), "turn 3");
  table.play(3, "5j");
  EXPECT_TRUE(table.hand(3).contains(Card::mahjong()));
}

// RULES 6.1
TEST(Round, WhoWasDealtTheMahjongAndPushedItDoesNotLead) {
  EventLog log;
  Deal dealt;
  std::size_t place = 0;
  for (const Seat seat : AllSeats) {
    for (Card& card : dealt.cards[seat]) card = Card::from_index(static_cast<int>(place++));
  }
  Round round(dealt, {}, log);  // seat 3 has the Mahjong
  for (const Seat seat : AllSeats) round.apply(seat, Action::no_grand_tichu(), log);
  for (const int number : {0, 1, 2}) round.apply(Seat(number), lowest_push(round.hand(Seat(number))), log);
  const auto rest = round.hand(Seat(3)).natural();
  CardSet others = rest;
  others.erase(rest.first());
  round.apply(Seat(3), Action::push_cards(rest.first(), Card::mahjong(), others.first()), log);
  EXPECT_EQ(round.pending().seats, SeatSet(Seat(1)));
}

// RULES 6.2
TEST(Round, TheLeaderMustPlayAndTheOthersBeatOrPass) {
  ArrangedRound table({"Mah 7j 9j 9s", "8j 4j", "Tj Ts", "Qj"});
  EXPECT_EQ(table.judged(0, Action::pass()), "6.2");
  table.play(0, "7j");
  EXPECT_EQ(table.awaited(), "turn 1");
  EXPECT_EQ(table.judged_play(1, "4j"), "5.2");
  EXPECT_EQ(table.judged_play(1, "Tj"), "6.2") << "not in the hand";
  EXPECT_EQ(table.judged_play(2, "Tj"), "6.4") << "not its turn";
  EXPECT_EQ(table.judged(1, Action::pass()), "");
  table.play(1, "8j");
  table.pass(2);
  table.play(3, "Qj");
}

// RULES 6.2
TEST(Round, WhoHasPassedMayPlayLaterInTheSameTrick) {
  ArrangedRound table({"Mah 4j", "Kj", "9j Ap", "Tj"});
  table.play(0, "4j");
  table.pass(1);
  table.play(2, "9j");
  table.play(3, "Tj");
  table.pass(0);
  table.play(1, "Kj");
  EXPECT_EQ(table.round().table_owner(), Seat(1));
}

// RULES 6.3
TEST(Round, ThreePassesInARowEndTheTrickAndItsWinnerLeads) {
  ArrangedRound table({"Mah 4j", "Kj Kp", "As", "Ap At"});
  table.play(0, "4j");
  table.play(1, "Kj");
  table.all_pass();
  EXPECT_EQ(table.awaited(), "turn 1");
  EXPECT_TRUE(table.round().table().empty());
  EXPECT_EQ(count(table.log(), EventKind::TrickTaken), 1);
  EXPECT_EQ(table.log()[table.log().size() - 1].points, 10);
}

// RULES 6.3, 1.3
TEST(Round, AfterAWinnerThatIsOutTheNextSeatWithCardsLeads) {
  ArrangedRound table(Finish);
  table.win(0, WholeHand);
  EXPECT_EQ(table.awaited(), "turn 1");
  table.win(1, SevenPairs);
  EXPECT_EQ(table.awaited(), "turn 2");
  table.play(2, "9j");
  EXPECT_EQ(table.awaited(), "turn 3") << "only seats with cards take turns";
}

// RULES 6.4
TEST(Round, AfterAPlayEveryHolderOfABombButTheNextSeatIsAskedInTurnOrder) {
  ArrangedRound table(Bombers);
  table.play(0, "4j");
  EXPECT_EQ(table.awaited(), "bomb 3") << "seat 1 has its turn";
  EXPECT_EQ(table.judged_play(3, "9j"), "6.4") << "out of turn only bombs";
  EXPECT_EQ(table.judged_play(1, "6j"), "6.4") << "its turn has not come";
  table.no_bomb(3);
  EXPECT_EQ(table.awaited(), "bomb 0") << "over its own last play";
  table.no_bomb(0);
  EXPECT_EQ(table.awaited(), "turn 1");
}

// RULES 6.4
TEST(Round, ABombOutOfTurnMakesPlayGoOnAfterTheBomber) {
  ArrangedRound table(Bombers);
  table.play(0, "4j");
  table.play(3, "8j 8s 8p 8t");
  EXPECT_EQ(table.log()[table.log().size() - 1].out_of_turn, true);
  EXPECT_EQ(table.awaited(), "turn 0") << "seat 0 comes after seat 3";
  table.play(0, "Tj Ts Tp Tt");
  EXPECT_FALSE(table.log()[table.log().size() - 4].out_of_turn) << "the passes of the others were forced";
  EXPECT_EQ(table.awaited(), "turn 0") << "nobody beats the tens, nor holds a higher bomb";
}

// RULES 6.4
TEST(Round, OthersAreAskedAnewAfterABombIfTheyStillCan) {
  ArrangedRound table(Bombers);
  table.play(0, "4j");
  table.no_bomb(3);
  table.no_bomb(0);
  table.play(1, "3j 3s 3p 3t");
  EXPECT_EQ(table.awaited(), "bomb 3") << "its eights beat the threes; seat 2 has its turn";
  table.no_bomb(3);
  EXPECT_EQ(table.awaited(), "bomb 0");
  table.play(0, "Tj Ts Tp Tt");
  EXPECT_EQ(table.awaited(), "turn 0") << "the eights beat the tens no more";
}

// RULES 6.4
TEST(Round, AfterEachPassTooThereIsAWindowAndDecliningIsNoEvent) {
  ArrangedRound table(Bombers);
  table.play(0, "4j");
  table.no_bomb(3);
  table.no_bomb(0);
  const int before = table.log().size();
  table.pass(1);
  for (const int seat : {3, 0, 1}) {
    EXPECT_EQ(table.awaited(), "bomb " + std::to_string(seat)) << "seat 1, which has just passed, is the last in order";
    table.no_bomb(seat);
  }
  EXPECT_EQ(table.log().size(), before + 1) << "nobody learns who was asked";
  EXPECT_EQ(table.awaited(), "turn 2");
}

// RULES 6.4
TEST(Round, AfterTheLastPassTheWinnerMayBombToo) {
  ArrangedRound table({"Mah Aj Tj Ts Tp Tt", "3j", "4j", "6j"});
  table.play(0, "Aj");
  EXPECT_EQ(table.awaited(), "bomb 0");
  table.no_bomb(0);
  while (table.round().pending().question == Question::Turn) {
    table.pass(table.round().pending().seats.first().number());
    EXPECT_EQ(table.awaited(), "bomb 0");
    if (table.log()[table.log().size() - 1].seat == Seat(3)) break;
    table.no_bomb(0);
  }
  table.play(0, "Tj Ts Tp Tt");
  EXPECT_EQ(table.round().table_owner(), Seat(0));
}

// RULES 6.4
TEST(Round, ThereIsNoWindowOnAnEmptyTableNorOnTheDog) {
  ArrangedRound table({"Mah Dog 4j", "3j 3s 3p 3t", "Kj", "8j 8s 8p 8t"});
  EXPECT_EQ(table.judged_play(3, "8j 8s 8p 8t"), "6.4");
  table.play(0, "Dog");
  EXPECT_EQ(table.awaited(), "turn 2");
  EXPECT_EQ(table.judged_play(3, "8j 8s 8p 8t"), "6.4");
}

// RULES 6.5, 6.6
TEST(Round, ADoubleVictoryEndsTheRoundBeforeAnyBomb) {
  ArrangedRound table({"Mah Dog 3j 4s 5p 6t 7j 8s 9p Tt Jj Qs Kp At", "9j 9s Kj",
                       "2j 2s 3s 3p 4j 4p 5j 5s 6j 6s 7s 7p 8j 8p", "Qj Qp Qt Ks As Aj Ap"});
  table.win(0, "3j 4s 5p 6t 7j 8s 9p Tt Jj Qs Kp At");
  table.win(0, "Mah");
  table.play(0, "Dog");
  EXPECT_EQ(table.awaited(), "turn 2");
  table.play(2, "2j 2s 3s 3p 4j 4p 5j 5s 6j 6s 7s 7p 8j 8p");
  EXPECT_EQ(table.awaited(), "over");
  for (const int seat : {1, 3}) {
    EXPECT_NE(table.judged(seat, Action::pass()), "");
    EXPECT_NE(table.judged_play(seat, seat == 1 ? "9j" : "Qj"), "");
    EXPECT_NE(table.judged(seat, Action::call_tichu()), "");
  }
  const RoundResult result = table.round().result();
  EXPECT_TRUE(result.double_victory);
  EXPECT_EQ(result.out_count, 2);
  EXPECT_EQ(result.score[Team::A], Points(200));  // RULES 8.1
  EXPECT_EQ(result.score[Team::B], Points(0));
  EXPECT_EQ(result.cards[Team::A], Points(0));
  EXPECT_EQ(result.cards[Team::B], Points(0));
}

// RULES 6.5: the holder of a bomb that would beat the last play is not asked.
TEST(Round, TheLastPlayOfARoundCannotBeBombed) {
  ArrangedRound table({"Mah 2j 3s 4p 5t 6j 7s 9t Tj Js Qp Kt Aj Ap", "Dog", "2s 2p 3j 3p 4j 4s 5j 5s 6s 6p 7j 7p 9j 9s",
                       "8j 8s 8p 8t"});
  table.play(0, "Mah 2j 3s 4p 5t 6j 7s");
  table.all_pass();
  table.play(0, "9t Tj Js Qp Kt Aj");
  table.all_pass();
  table.play(0, "Ap");
  table.all_pass();
  EXPECT_EQ(table.awaited(), "turn 1");
  table.win(1, "Dog");
  EXPECT_EQ(table.awaited(), "turn 3");
}

// RULES 6.6
TEST(Round, TheThirdSeatOutEndsTheRoundAndTakesTheTrick) {
  ArrangedRound table = after_two_out();
  table.win(2, "Dog");
  table.win(2, "9j");
  table.win(2, "Ts Tp Tt Jj Jp");
  table.win(2, "As");
  table.play(2, "Drg");
  table.all_pass();
  table.give_dragon(2, Side::Right);
  EXPECT_EQ(table.awaited(), "turn 2");
  table.play(2, "Kj Ks Kp Qj Qs");
  EXPECT_EQ(table.awaited(), "over");
  const Event& last = table.log()[table.log().size() - 1];
  EXPECT_EQ(last.kind, EventKind::TrickTaken);
  EXPECT_EQ(last.to, Seat(2));
  EXPECT_EQ(last.points, 30);
  EXPECT_EQ(table.judged_play(3, "2t"), "6.2");
}

// RULES 7.1
TEST(Round, WhoPlaysTheMahjongMayWishForARankFromTwoToAce) {
  ArrangedRound table({"Mah 2j 3j 4j 5s", "9j", "8j", "7j"});
  EXPECT_EQ(table.judged_play(0, "2j", Rank::Nine), "7.1");
  EXPECT_EQ(table.judged_play(0, "Mah", Rank::One), "7.1");
  EXPECT_EQ(table.judged_play(0, "Mah", Rank::Dragon), "7.1");
  EXPECT_EQ(table.judged_play(0, "Mah"), "");
  EXPECT_EQ(table.judged_play(0, "Mah", Rank::Nine), "");
  EXPECT_EQ(table.judged_play(0, "Mah 2j 3j 4j 5s", Rank::Ace), "");
}

// RULES 7.2, 7.3
TEST(Round, AWishLastsUntilANaturalCardOfTheRankIsPlayed) {
  ArrangedRound table({"Mah 9j Ks", "4j 5s 6s", "Phx 7p", "9s 9p Ap"});
  table.play(0, "Mah", Rank::Nine);
  EXPECT_EQ(table.round().wish(), Rank::Nine);
  table.play(1, "4j");
  table.play(2, "Phx");
  EXPECT_EQ(table.round().wish(), Rank::Nine) << "the Phoenix fulfils nothing";
  EXPECT_EQ(table.judged(3, Action::pass()), "7.3");
  EXPECT_EQ(table.judged_play(3, "Ap"), "7.3");
  table.play(3, "9s");
  EXPECT_EQ(table.round().wish(), Rank::None);
  EXPECT_EQ(table.judged(0, Action::pass()), "");
}

// RULES 7.2
TEST(Round, AWishBindsTheWisherAndLeadsToo) {
  // seat 1 has the last nine and no straight around it
  ArrangedRound table({"Mah 2j 3j 4j 5s 9j 9s 9p Phx", "9t 2s 2p 3s 3p 4s 4p 6s 6p 7s 7p Js Jp Qs", "", ""});
  table.play(0, "Mah 2j 3j 4j 5s", Rank::Nine);
  table.all_pass();
  EXPECT_EQ(table.awaited(), "turn 0");
  EXPECT_EQ(table.round().wish(), Rank::Nine) << "it outlasts its trick";
  EXPECT_EQ(table.judged_play(0, "Phx"), "7.3");
  EXPECT_EQ(table.judged_play(0, "9j Phx"), "");
  table.play(0, "9j");
  EXPECT_EQ(table.round().wish(), Rank::None);

  ArrangedRound lead({"Mah 2j", "Ap 9j 9s", "Kp", "Qp"});
  lead.play(0, "Mah", Rank::Nine);
  EXPECT_EQ(lead.judged_play(1, "Ap"), "7.3");
  lead.play(1, "9j");
  EXPECT_EQ(lead.round().wish(), Rank::None);
}

// RULES 7.2, 7.4
TEST(Round, ABombOutOfTurnIsFreeOfTheWishAndFulfilsItWithItsRank) {
  const Hands hands{"Mah 2j", "9j", "7s 7j 7p 7t", "8j 8s 8p 8t"};
  ArrangedRound table(hands);
  table.play(0, "Mah", Rank::Seven);
  EXPECT_EQ(table.awaited(), "bomb 2");
  table.no_bomb(2);
  EXPECT_EQ(table.awaited(), "bomb 3");
  table.play(3, "8j 8s 8p 8t");
  EXPECT_EQ(table.round().wish(), Rank::Seven);

  ArrangedRound fulfilling(hands);
  fulfilling.play(0, "Mah", Rank::Seven);
  fulfilling.play(2, "7s 7j 7p 7t");
  EXPECT_EQ(fulfilling.round().wish(), Rank::None);
}

// RULES 7.4
TEST(Round, TheOptionLetsABoundSeatBombWithoutTheRank) {
  const Hands hands{"Mah 2j", "9j 8j 8s 8p 8t", "7s", "6s"};
  ArrangedRound bound(hands);
  bound.play(0, "Mah", Rank::Nine);
  EXPECT_EQ(bound.judged_play(1, "8j 8s 8p 8t"), "7.3");
  ArrangedRound free(hands, gravon());
  free.play(0, "Mah", Rank::Nine);
  EXPECT_EQ(free.judged_play(1, "8j 8s 8p 8t"), "");
  EXPECT_EQ(free.judged_play(1, "8j"), "7.3");
  EXPECT_EQ(free.judged(1, Action::pass()), "7.3");
  free.play(1, "8j 8s 8p 8t");
  EXPECT_EQ(free.round().wish(), Rank::Nine);
}

// RULES 7.5
TEST(Round, TheDogHandsTheLeadToThePartnerAndMakesNoTrick) {
  ArrangedRound table({"Mah Dog 4j", "9j", "7s", "6s"});
  table.play(0, "Dog");
  EXPECT_EQ(table.awaited(), "turn 2");
  EXPECT_TRUE(table.round().table().empty());
  EXPECT_EQ(count(table.log(), EventKind::TrickTaken), 0);
  EXPECT_EQ(table.judged(0, Action::call_tichu()), "3.3") << "the Dog was its first card";
}

// RULES 7.5
TEST(Round, TheDogIsLedAloneOrNotAtAll) {
  ArrangedRound table({"Mah 4j", "Dog 9j", "7s", "6s"});
  table.play(0, "4j");
  EXPECT_EQ(table.judged_play(1, "Dog"), "7.5");
}

// RULES 7.6
TEST(Round, TheDragonsTrickGoesToTheOpponentThatTheWinnerChooses) {
  for (const Side side : {Side::Right, Side::Left}) {
    ArrangedRound table({"Mah Drg", "Kj", "Tj", "9j"});
    table.play(0, "Mah");
    table.play(1, "Kj");
    table.pass(2);
    table.pass(3);
    table.play(0, "Drg");
    EXPECT_EQ(table.awaited(), "give_dragon 0") << "nobody can beat the Dragon: the passes are made";
    EXPECT_EQ(table.judged(0, Action::give_dragon(Side::Partner)), "7.6");
    EXPECT_EQ(table.judged(0, Action::give_dragon(Side::Me)), "7.6");
    EXPECT_EQ(table.judged(1, Action::give_dragon(side)), "7.6");
    table.give_dragon(0, side);
    const Event& last = table.log()[table.log().size() - 1];
    EXPECT_EQ(last.to, Seat(0).at(side));
    EXPECT_EQ(last.points, 35);
    EXPECT_EQ(table.awaited(), "turn 0") << "the winner leads";
  }
}

// RULES 7.6
TEST(Round, WhetherTheDragonMayGoToASeatThatIsOutIsAnOption) {
  ArrangedRound any = after_two_out();
  any.play(2, "Drg");
  any.all_pass();
  EXPECT_EQ(any.awaited(), "give_dragon 2");
  EXPECT_EQ(any.judged(2, Action::give_dragon(Side::Left)), "") << "seat 1 is out";

  Rules rules;
  rules.dragon_only_to_seat_with_cards = true;
  ArrangedRound only = after_two_out(rules);
  only.play(2, "Drg");
  only.all_pass();
  EXPECT_EQ(only.awaited(), "turn 2") << "one opponent is left: nothing to ask";
  EXPECT_EQ(count(only.log(), EventKind::GiveDragon), 1);
  EXPECT_EQ(only.log()[only.log().size() - 1].to, Seat(3));
}

// RULES 7.6
TEST(Round, ABombedDragonStaysInTheBombsTrick) {
  ArrangedRound table({"Mah Drg", "Kj", "Tj 8j 8s 8p 8t", "9j"});
  table.play(0, "Drg");
  table.play(2, "8j 8s 8p 8t");
  table.all_pass();
  EXPECT_EQ(table.awaited(), "turn 2");
  EXPECT_EQ(count(table.log(), EventKind::GiveDragon), 0);
  EXPECT_EQ(table.log()[table.log().size() - 1].points, 25);
}

// RULES 7.6, 6.6
TEST(Round, TheDragonAsLastCardOfARoundIsGivenAwayToo) {
  ArrangedRound table = after_two_out();
  table.win(2, "Dog");
  table.win(2, "9j");
  table.win(2, "Ts Tp Tt Jj Jp");
  table.win(2, "Kj Ks Kp Qj Qs");
  table.win(2, "As");
  table.play(2, "Drg");
  EXPECT_EQ(table.awaited(), "give_dragon 2");
  table.give_dragon(2, Side::Left);
  EXPECT_EQ(table.awaited(), "over");
  // A: seat 0's straight 25, tens and kings 60, seat 3's hand 5 - 25; B: seat 1's pairs 10, the Dragon 25
  EXPECT_EQ(table.round().result().cards[Team::A], Points(65));
  EXPECT_EQ(table.round().result().cards[Team::B], Points(35));
}

// RULES 7.7: the special rules of the Phoenix meet in one trick.
TEST(Round, ThePhoenixTakesItsValueFromTheTable) {
  ArrangedRound table({"Mah 7j", "Phx 2j", "7s 8s", "Ap Drg"});
  table.play(0, "7j");
  table.play(1, "Phx");
  EXPECT_EQ(table.round().table().half_points(), 15);
  EXPECT_EQ(table.judged_play(2, "7s"), "5.2");
  table.play(2, "8s");
}

// RULES 8.2
TEST(Round, TheLastSeatsHandGoesToTheOpponentsAndItsTricksToTheFirstOut) {
  ArrangedRound table = after_two_out();
  table.play(2, "9j");
  table.play(3, "Ap");  // worth nothing, but seat 3 leads now
  table.all_pass();
  table.play(3, "2t");
  table.play(2, "Drg");
  table.all_pass();
  table.give_dragon(2, Side::Right);  // seat 3 has 25 points in tricks
  table.win(2, "Dog");
  table.win(2, "Ts Tp Tt Jj Jp");
  table.win(2, "As");
  table.play(2, "Kj Ks Kp Qj Qs");
  ASSERT_EQ(table.awaited(), "over");
  const RoundResult result = table.round().result();
  EXPECT_EQ(result.out, (std::array<Seat, 4>{Seat(0), Seat(1), Seat(2)}));
  // seat 1's pairs are all that team B keeps: the Dragon's trick goes to seat 0, the hand (5 - 25) to team A
  EXPECT_EQ(result.cards[Team::B], Points(10));
  EXPECT_EQ(result.cards[Team::A], Points(90));
}

// RULES 8.3
TEST(Round, EachCallIsSettledForItself) {
  ArrangedRound table(Finish, {}, SeatSet(Seat(0)) | Seat(3));
  table.tichu(1);
  table.tichu(2);
  table.win(0, WholeHand);
  table.win(1, SevenPairs);
  table.win(2, "Dog");
  for (const std::string_view play : {"9j", "Ts Tp Tt Jj Jp", "Kj Ks Kp Qj Qs", "As"}) table.win(2, play);
  table.play(2, "Drg");
  table.give_dragon(2, Side::Right);
  const RoundResult result = table.round().result();
  EXPECT_EQ(result.score[Team::A], result.cards[Team::A] + Points(200 - 100));
  EXPECT_EQ(result.score[Team::B], result.cards[Team::B] - Points(200 + 100));
}

// RULES 8.4
TEST(Round, TwoLostGrandTichusAndADoubleVictoryAgainstAreMinus400) {
  ArrangedRound table({"Mah Dog 3j 4s 5p 6t 7j 8s 9p Tt Jj Qs Kp At", "9j 9s Kj",
                       "2j 2s 3s 3p 4j 4p 5j 5s 6j 6s 7s 7p 8j 8p", "Qj Qp Qt Ks As Aj Ap"},
                      {}, SeatSet(Seat(1)) | Seat(3) | Seat(0));
  table.win(0, "3j 4s 5p 6t 7j 8s 9p Tt Jj Qs Kp At");
  table.win(0, "Mah");
  table.play(0, "Dog");
  table.play(2, "2j 2s 3s 3p 4j 4p 5j 5s 6j 6s 7s 7p 8j 8p");
  EXPECT_EQ(table.round().result().score[Team::A], Points(400));
  EXPECT_EQ(table.round().result().score[Team::B], Points(-400));
}

TEST(Round, ACopyIsIndependentOfItsOriginal) {
  ArrangedRound table(Bombers);
  Round copy = table.round();
  copy.apply(Seat(0), Action::play_cards(test::combination("4j")));
  EXPECT_EQ(table.awaited(), "turn 0");
  EXPECT_TRUE(table.round().table().empty());
  EXPECT_FALSE(copy.table().empty());
}

// RULES 6.2: apply makes forced passes, step leaves them open.
TEST(Round, ForcedPassesAreMadeByApplyAndLeftOpenByStep) {
  const ArrangedRound table({"Mah 2j 3s 4p 5t 6j 7s 8p 9t Tj Js Qp Kt Aj", "", "", ""});
  const Action all_cards = Action::play_cards(test::combination(WholeHand));
  Round applied = table.round();
  EventLog log;
  applied.apply(Seat(0), all_cards, log);
  EXPECT_EQ(count(log, EventKind::Pass), 3);
  Round stepped = table.round();
  EventLog short_log;
  stepped.step(Seat(0), all_cards, short_log);
  EXPECT_EQ(short_log.size(), 1);
  EXPECT_EQ(stepped.pending().seats, SeatSet(Seat(1)));
}

}  // namespace
}  // namespace tichu
