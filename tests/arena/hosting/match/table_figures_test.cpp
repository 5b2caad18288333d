#include <gtest/gtest.h>

#include "arena/hosting/match/board_judgement.h"

namespace tichu::arena {
namespace {

RecordedAction call(int seat, Action action) {
  RecordedAction recorded;
  recorded.seat = Seat(seat);
  recorded.action = action;
  return recorded;
}

/// Seat 1 calls Grand Tichu and fails, seat 2 calls Tichu and makes it, seat 3 calls Tichu and fails; seats 2 and 0 are
/// out first; seats 0 and 1 held bombs.
RoundOutcome example_round() {
  RoundOutcome round;
  round.record.actions = {call(1, Action::call_grand_tichu()), call(2, Action::call_tichu()),
                          call(3, Action::call_tichu())};
  RoundResult result;
  result.out = {Seat(2), Seat(0)};
  result.out_count = 2;
  result.double_victory = true;
  round.record.result = recorded_result(result);
  round.bomb_after_push[Seat(0)] = true;
  round.bomb_after_push[Seat(1)] = true;
  return round;
}

TEST(PlayFigures, CountCallsAndDoubleVictoriesOfTheRightTeam) {
  TableOutcome table;
  table.seating = SeatingNumber(0);
  table.rounds = {example_round()};
  const PlayFigures first = figures_of(table, 0);
  EXPECT_EQ(first.rounds, 1u);
  EXPECT_EQ(first.hands(), 2u);
  EXPECT_EQ(first.tichu_called, 1u);
  EXPECT_EQ(first.tichu_made, 1u);
  EXPECT_EQ(first.grand_called, 0u);
  EXPECT_EQ(first.double_victories, 1u);
  EXPECT_EQ(first.bomb_hands, 1u);

  const PlayFigures second = figures_of(table, 1);
  EXPECT_EQ(second.tichu_called, 1u);
  EXPECT_EQ(second.tichu_made, 0u);
  EXPECT_EQ(second.grand_called, 1u);
  EXPECT_EQ(second.grand_made, 0u);
  EXPECT_EQ(second.double_victories, 0u);
  EXPECT_EQ(second.bomb_hands, 1u);
}

TEST(PlayFigures, FollowThePartnershipToItsSeatsInTheSecondSeating) {
  TableOutcome table;
  table.rounds = {example_round()};
  table.seating = SeatingNumber(0);
  const PlayFigures first = figures_of(table, 0);
  table.seating = SeatingNumber(1);
  EXPECT_EQ(figures_of(table, 1), first);
}

TEST(PlayFigures, OfARoundWithAFaultAreTheFaultAlone) {
  RoundOutcome round = example_round();
  round.record.result.reset();
  forfeit(round, {Seat(3), {FaultKind::Timeout, "too late", ""}});
  TableOutcome table;
  table.rounds = {round};
  EXPECT_EQ(figures_of(table, 0), PlayFigures{});
  PlayFigures only_a_fault;
  only_a_fault.faults = 1;
  EXPECT_EQ(figures_of(table, 1), only_a_fault);
}

TEST(PlayFigures, AddUp) {
  TableOutcome table;
  table.rounds = {example_round(), example_round()};
  PlayFigures sum = figures_of(table, 0);
  sum += figures_of(table, 1);
  EXPECT_EQ(sum.rounds, 4u);
  EXPECT_EQ(sum.tichu_called, 4u);
  EXPECT_EQ(sum.tichu_made, 2u);
  EXPECT_EQ(sum.grand_called, 2u);
  EXPECT_EQ(sum.bomb_hands, 4u);
}

}  // namespace
}  // namespace tichu::arena
