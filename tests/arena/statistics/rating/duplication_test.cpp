#include "arena/statistics/rating/duplication.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace tichu::arena {
namespace {

/// A board of two tables with these margins.
RatedBoard board_of(double first, double second, int opponent = 1) {
  RatedBoard board;
  board.entrants = {EntrantId{0}, static_cast<EntrantId>(opponent)};
  board.result.margin = (first + second) / 2;
  board.result.tables = 2;
  board.result.table_spread = (first - second) * (first - second) / 4;
  return board;
}

/// Boards of two tables: luck of the cards, which the swap turns round, and chance of each table.
std::vector<RatedBoard> simulated(double luck, double chance) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::vector<RatedBoard> boards;
  for (int i = 0; i < 20'000; ++i) {
    const double cards = luck * normal(random);
    const int opponent = 1 + i % 3;
    const double strength = 50.0 * opponent;
    boards.push_back(
        board_of(strength + cards + chance * normal(random), strength - cards + chance * normal(random), opponent));
  }
  return boards;
}

TEST(Duplication, FindsTheShareOfTheCardsInSimulatedBoards) {
  // Variance of a table luck² + chance², of a board chance² / 2.
  for (const double luck : {0.0, 100.0, 200.0}) {
    const double chance = 100;
    const DuplicationGain gain = measure_duplication(simulated(luck, chance));
    EXPECT_EQ(gain.boards, 20'000u);
    const double factor = (luck * luck + chance * chance) / (chance * chance);
    ASSERT_TRUE(gain.factor.has_value());
    EXPECT_NEAR(*gain.factor / factor, 1, 0.03) << "luck " << luck;
    EXPECT_NEAR(std::sqrt(gain.board_variance), chance / std::sqrt(2), 2);
  }
}

TEST(Duplication, IsUnknownWithoutTwoBoardsOfAPairing) {
  EXPECT_FALSE(measure_duplication({}).factor);
  const std::vector<RatedBoard> strangers{board_of(10, 20, 1), board_of(30, 0, 2)};
  EXPECT_FALSE(measure_duplication(strangers).factor);
  EXPECT_EQ(measure_duplication(strangers).boards, 0u);
}

TEST(Duplication, IsUnknownWhereBoardsNeverVary) {
  const std::vector<RatedBoard> even(5, board_of(100, -100));
  const DuplicationGain gain = measure_duplication(even);
  EXPECT_FALSE(gain.factor);
  EXPECT_DOUBLE_EQ(gain.table_variance, 10'000);
}

TEST(Duplication, IsUnknownForSingleTables) {
  std::vector<RatedBoard> single(2);
  single[0].result.margin = 100;
  for (RatedBoard& board : single) board.result.tables = 1;
  EXPECT_FALSE(measure_duplication(single).factor);
  EXPECT_GT(measure_duplication(single).table_variance, 0);
}

TEST(Duplication, LeavesOutBoardsWithFaults) {
  std::vector<RatedBoard> boards{board_of(10, 20), board_of(30, 0), board_of(-200, -200)};
  boards[2].result.faults = {1, 0};
  const DuplicationGain gain = measure_duplication(boards);
  EXPECT_EQ(gain.boards, 2u);
  EXPECT_DOUBLE_EQ(gain.board_variance, 0);
}

}  // namespace
}  // namespace tichu::arena
