#include "arena/statistics/rating/extreme_boards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace tichu::arena {
namespace {

constexpr std::size_t WildBots = 8;
constexpr double FarMargin = 400;

/// All pairs, each with style and spread of its own; every tenth board of 2 and 5 is thrown, in turn, unless 0.
std::vector<BoardValue> wild_boards(double thrown, int boards_of_pair, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<BoardValue> boards;
  for (std::uint16_t a = 0; a < WildBots; ++a) {
    for (auto b = static_cast<std::uint16_t>(a + 1); b < WildBots; ++b) {
      const double style = 10.0 * (b - a) + 15 * normal(random);
      const double spread = 70 + 10 * a;
      for (int i = 0; i < boards_of_pair; ++i) {
        double margin = style + spread * normal(random);
        if (thrown != 0 && a == 2 && b == 5 && i % 10 == 0) margin = i % 20 == 0 ? thrown : -thrown;
        BoardValue board{BoardNumber(boards.size()), {EntrantId{a}, EntrantId{b}}, margin};
        if (i % 2 == 1) board = {board.board, {EntrantId{b}, EntrantId{a}}, -margin};
        boards.push_back(board);
      }
    }
  }
  return boards;
}

TEST(ExtremeBoards, AreManyBetweenTwoThatThrowEveryTenthInTurn) {
  const std::vector<PairExtremes> found = extreme_boards(WildBots, wild_boards(FarMargin, 200, 1), 64);
  ASSERT_EQ(found.size(), WildBots * (WildBots - 1) / 2);
  for (const PairExtremes& pair : found) {
    const bool throws = pair.first == 2 && pair.second == 5;
    EXPECT_EQ(pair.surprise > 5, throws) << pair.first << " and " << pair.second << ": " << pair.surprise;
    EXPECT_EQ(pair.boards, 200U);
    if (throws) {
      EXPECT_NEAR(static_cast<double>(pair.extreme), 20, 2);
    }
  }
}

TEST(ExtremeBoards, AreNoneOfWhoCrashesAgainstAll) {
  std::vector<BoardValue> boards = wild_boards(0, 200, 2);
  for (std::size_t i = 0; i < boards.size(); i += 7) {
    const auto [a, b] = boards[i].sides();
    // A crash costs the same against everybody.
    if (a == 4 || b == 4) boards[i].value = a == 4 ? -FarMargin : FarMargin;
  }
  for (const PairExtremes& pair : extreme_boards(WildBots, boards, 64)) EXPECT_LT(pair.surprise, 4);
}

TEST(ExtremeBoards, AreNoneOfTwoThatMetOthersSeldom) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    std::student_t_distribution<double> margin(4);  // tails as wide as those of games
    std::vector<BoardValue> boards;
    const auto add = [&](std::uint16_t a, std::uint16_t b, int count) {
      for (int i = 0; i < count; ++i) {
        boards.push_back({BoardNumber(boards.size()), {EntrantId{a}, EntrantId{b}}, 70 * margin(random)});
      }
    };
    add(0, 1, 4'000);
    for (std::uint16_t other = 2; other < 5; ++other) {
      add(0, other, 30);
      add(1, other, 30);
    }
    const std::vector<PairExtremes> found = extreme_boards(5, boards, 64);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_LT(found[0].surprise, 3.5) << "seed " << seed;
  }
}

TEST(ExtremeBoards, AreThoseOfBoardsInAnyOrder) {
  std::vector<BoardValue> boards = wild_boards(FarMargin, 100, 3);
  const std::vector<PairExtremes> found = extreme_boards(WildBots, boards, 64);
  std::reverse(boards.begin(), boards.end());
  const std::vector<PairExtremes> again = extreme_boards(WildBots, boards, 64);
  ASSERT_EQ(found.size(), again.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].surprise, again[i].surprise);
}

TEST(ExtremeBoards, AreNotToldOfFewBoardsNorOfTwoThatMetNobodyElse) {
  EXPECT_TRUE(extreme_boards(WildBots, wild_boards(FarMargin, 63, 4), 64).empty());
  std::vector<BoardValue> alone = wild_boards(FarMargin, 200, 5);
  std::erase_if(alone, [](const BoardValue& board) { return board.sides()[0] + board.sides()[1] != 7; });
  EXPECT_TRUE(extreme_boards(WildBots, alone, 64).empty());
  EXPECT_TRUE(extreme_boards(0, {}, 64).empty());
}

}  // namespace
}  // namespace tichu::arena
