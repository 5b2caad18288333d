#include "arena/hosting/match/board_judgement.h"

#include <gtest/gtest.h>

#include "arena/statistics/rating/board_result.h"

namespace tichu::arena {
namespace {

RoundOutcome scored(int team_a, int team_b) {
  RoundOutcome round;
  round.score[Team::A] = Points(team_a);
  round.score[Team::B] = Points(team_b);
  return round;
}

RoundOutcome forfeited(int seat) {
  RoundOutcome round;
  forfeit(round, {Seat(seat), {FaultKind::Crash, "ended with exit code 3", {}}});
  return round;
}

/// A board of one or more rounds at each table.
BoardOutcome board(std::vector<RoundOutcome> first, std::vector<RoundOutcome> second) {
  BoardOutcome outcome;
  outcome.tables.push_back({SeatingNumber(0), {}, std::move(first)});
  outcome.tables.push_back({SeatingNumber(1), {}, std::move(second)});
  return outcome;
}

TEST(JudgeBoard, TheMarginIsPointsARoundForTheFirstPartnership) {
  const BoardResult result = judge_board(board({scored(160, 40)}, {scored(70, 30)}), false);
  EXPECT_DOUBLE_EQ(result.margin, 40.0);  // +120 at the first table, -40 at the second, where it is team B
  EXPECT_EQ(result.verdict, BoardVerdict::Win);
}

TEST(JudgeBoard, EqualSumsAreADraw) {
  const BoardResult result = judge_board(board({scored(160, 40)}, {scored(160, 40)}), false);
  EXPECT_DOUBLE_EQ(result.margin, 0.0);
  EXPECT_EQ(result.verdict, BoardVerdict::Draw);
}

TEST(JudgeBoard, WhoeverIsAtFaultLosesTheBoardWhateverElseItScored) {
  const BoardResult result = judge_board(board({scored(400, 0)}, {forfeited(1)}), false);
  EXPECT_EQ(result.verdict, BoardVerdict::Loss);
  EXPECT_DOUBLE_EQ(result.margin, -200.0);
  EXPECT_EQ(result.faults, (std::array<int, 2>{1, 0}));
  const BoardResult other = judge_board(board({forfeited(3)}, {scored(400, -100)}), false);
  EXPECT_EQ(other.verdict, BoardVerdict::Win);
  EXPECT_DOUBLE_EQ(other.margin, 200.0);
  EXPECT_EQ(other.faults, (std::array<int, 2>{0, 1}));
}

TEST(JudgeBoard, AFaultDoesNotSaveALosingBoard) {
  const BoardResult result = judge_board(board({scored(-300, 300)}, {forfeited(3)}), false);
  EXPECT_EQ(result.verdict, BoardVerdict::Loss);
  EXPECT_DOUBLE_EQ(result.margin, -400.0);
}

TEST(JudgeBoard, FaultsOfBothCountAsTheyStand) {
  const BoardResult result = judge_board(board({forfeited(0)}, {forfeited(2)}), false);
  EXPECT_EQ(result.verdict, BoardVerdict::Draw);
  EXPECT_DOUBLE_EQ(result.margin, 0.0);
  EXPECT_EQ(result.faults, (std::array<int, 2>{1, 1}));
}

TEST(JudgeBoard, OfGamesTheMoreWonDecide) {
  // A game that was won high and one that was lost narrowly are one all.
  const BoardResult even =
      judge_board(board({scored(600, 0), scored(600, 0)}, {scored(500, 400), scored(500, 500)}), true);
  EXPECT_EQ(even.verdict, BoardVerdict::Draw);
  EXPECT_DOUBLE_EQ(even.margin, 1100.0 / 4);
  const BoardResult won = judge_board(board({scored(1000, 0)}, {scored(0, 1000)}), true);
  EXPECT_EQ(won.verdict, BoardVerdict::Win);
}

TEST(JudgeBoard, AForfeitedGameIsLostWhateverItsScore) {
  const BoardResult result =
      judge_board(board({scored(900, 0), forfeited(1)}, {scored(300, 700), scored(0, 400)}), true);
  EXPECT_EQ(result.verdict, BoardVerdict::Win);
  const BoardResult both = judge_board(board({scored(900, 0), forfeited(0)}, {scored(0, 900), forfeited(0)}), true);
  EXPECT_EQ(both.verdict, BoardVerdict::Draw);
}

TEST(JudgeBoard, TheScoreIsTheMeanOverTheTables) {
  EXPECT_DOUBLE_EQ(judge_board(board({scored(160, 40)}, {scored(30, 70)}), false).score, 1.0);
  EXPECT_DOUBLE_EQ(judge_board(board({scored(160, 40)}, {scored(50, 50)}), false).score, 0.75);
  // Won high and lost narrowly: the points say won, the score says even.
  const BoardResult split = judge_board(board({scored(300, 0)}, {scored(60, 40)}), false);
  EXPECT_DOUBLE_EQ(split.score, 0.5);
  EXPECT_EQ(split.verdict, BoardVerdict::Win);
  EXPECT_DOUBLE_EQ(judge_board(board({scored(40, 160)}, {scored(70, 30)}), false).score, 0.0);
}

TEST(JudgeBoard, AForfeitLosesEveryTable) {
  EXPECT_DOUBLE_EQ(judge_board(board({scored(400, 0)}, {forfeited(1)}), false).score, 0.0);
  EXPECT_DOUBLE_EQ(judge_board(board({forfeited(3)}, {scored(400, -100)}), false).score, 1.0);
  EXPECT_DOUBLE_EQ(judge_board(board({forfeited(0)}, {forfeited(2)}), false).score, 0.5);
}

TEST(JudgeBoard, TheSpreadIsTheTablesDistanceFromTheirMean) {
  // +120 for the first partnership at one table, -40 at the other, where it is team B.
  EXPECT_DOUBLE_EQ(judge_board(board({scored(160, 40)}, {scored(70, 30)}), false).table_spread, 80.0 * 80.0);
}

TEST(JudgeBoard, ABoardMayHaveOneTableOrFour) {
  BoardOutcome outcome;
  outcome.tables.push_back({SeatingNumber(0), {}, {scored(160, 40)}});
  const BoardResult single = judge_board(outcome, false);
  EXPECT_EQ(single.tables, 1);
  EXPECT_DOUBLE_EQ(single.margin, 120);
  EXPECT_DOUBLE_EQ(single.table_spread, 0);
  for (int seating = 1; seating < 4; ++seating)
    outcome.tables.push_back({SeatingNumber(seating), {}, {scored(160, 40)}});
  const BoardResult rotated = judge_board(outcome, false);
  EXPECT_EQ(rotated.tables, 4);
  EXPECT_DOUBLE_EQ(rotated.margin, 0);
  EXPECT_DOUBLE_EQ(rotated.score, 0.5);
}

TEST(JudgeBoard, ABoardWithoutRoundsHasNoMargin) {
  const BoardResult result = judge_board(board({}, {}), false);
  EXPECT_DOUBLE_EQ(result.margin, 0.0);
  EXPECT_EQ(result.verdict, BoardVerdict::Draw);
}

TEST(JudgeBoard, AFaultWithASubstituteIsCountedAndTheBoardStandsAsPlayed) {
  RoundOutcome round = scored(160, 40);
  add_fault(round, {Seat(0), {FaultKind::Crash, "ended with exit code 3", {}}});
  const BoardResult result = judge_board(board({round}, {scored(70, 30)}), false);
  EXPECT_EQ(result.faults, (std::array<int, 2>{1, 0}));
  EXPECT_EQ(result.verdict, BoardVerdict::Win);
  EXPECT_DOUBLE_EQ(result.margin, 40.0);
}

}  // namespace
}  // namespace tichu::arena
