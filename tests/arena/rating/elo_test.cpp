#include "arena/rating/elo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/arena/rating/board_list.h"

namespace tichu::arena {
namespace {

constexpr double Close = 1e-4;

// Expected values: the same likelihood and prior, maximised one coordinate at a time by bisection of its exact
// derivative (Python), the information matrix inverted by Gauss and Jordan.
TEST(Elo, AgreesWithAnIndependentComputationOnFourPlayers) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 12, 3, 5);
  add_boards(boards, 0, 2, 17, 1, 2);
  add_boards(boards, 1, 2, 9, 4, 7);
  add_boards(boards, 3, 2, 2, 0, 6);
  const auto ratings = elo_ratings(4, boards);
  ASSERT_EQ(ratings.size(), 4u);
  EXPECT_NEAR(ratings[0].elo, 207.330843, Close);
  EXPECT_NEAR(ratings[1].elo, 33.568742, Close);
  EXPECT_NEAR(ratings[2].elo, -39.526437, Close);
  EXPECT_NEAR(ratings[3].elo, -201.373148, Close);
  EXPECT_NEAR(ratings[0].error95, 115.923017, Close);
  EXPECT_NEAR(ratings[1].error95, 106.872248, Close);
  EXPECT_NEAR(ratings[2].error95, 88.934785, Close);
  EXPECT_NEAR(ratings[3].error95, 200.078139, Close);
}

TEST(Elo, IsFiniteForAPlayerThatWonAll) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 10, 0, 0);
  const auto ratings = elo_ratings(2, boards);
  EXPECT_NEAR(ratings[0].elo, 290.254405, Close);
  EXPECT_NEAR(ratings[1].elo, -290.254405, Close);
  EXPECT_NEAR(ratings[0].error95, 270.312166, Close);
}

TEST(Elo, IsZeroForAllDraws) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 0, 10, 0);
  const auto ratings = elo_ratings(2, boards);
  EXPECT_NEAR(ratings[0].elo, 0, Close);
  EXPECT_NEAR(ratings[0].error95, 105.0746, Close);
}

TEST(Elo, WithoutBoardsIsZeroWithAWideError) {
  const auto ratings = elo_ratings(3, {});
  ASSERT_EQ(ratings.size(), 3u);
  for (const EloRating& rating : ratings) {
    EXPECT_NEAR(rating.elo, 0, Close);
    EXPECT_NEAR(rating.error95, 556.00252, Close);
  }
}

TEST(Elo, OfNobodyIsEmptyAndOfOnePlayerExactlyZero) {
  EXPECT_TRUE(elo_ratings(0, {}).empty());
  const auto ratings = elo_ratings(1, {});
  EXPECT_EQ(ratings[0].elo, 0);
  EXPECT_EQ(ratings[0].error95, 0);
}

TEST(Elo, IsDefinedForGroupsThatNeverMet) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 3, 0, 0);
  add_boards(boards, 2, 3, 0, 2, 0);
  const auto ratings = elo_ratings(4, boards);
  EXPECT_NEAR(ratings[0].elo, 203.367166, Close);
  EXPECT_NEAR(ratings[2].elo, 0, Close);
  EXPECT_NEAR(ratings[0].error95, 475.235775, Close);
  EXPECT_NEAR(ratings[2].error95, 429.571443, Close);
}

TEST(Elo, DoesNotDependOnWhichSideAPlayerSitsOrOnTheOrderOfBoards) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 7, 2, 4);
  add_boards(boards, 1, 2, 5, 0, 5);
  std::vector<RatedBoard> turned;
  add_boards(turned, 2, 1, 5, 0, 5);
  add_boards(turned, 1, 0, 4, 2, 7);
  const auto expected = elo_ratings(3, boards);
  const auto found = elo_ratings(3, turned);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(found[i].elo, expected[i].elo, Close);
    EXPECT_NEAR(found[i].error95, expected[i].error95, Close);
  }
}

TEST(Elo, OfAThousandPerfectWinsOverManyPlayersStaysFinite) {
  std::vector<RatedBoard> boards;
  constexpr int Players = 30;
  for (int a = 0; a < Players; ++a) {
    for (int b = a + 1; b < Players; ++b) add_boards(boards, a, b, 1000, 0, 0);
  }
  const auto ratings = elo_ratings(Players, boards);
  for (std::size_t i = 0; i + 1 < ratings.size(); ++i) {
    EXPECT_TRUE(std::isfinite(ratings[i].elo));
    EXPECT_TRUE(std::isfinite(ratings[i].error95));
    EXPECT_GT(ratings[i].elo, ratings[i + 1].elo);
  }
}

TEST(Elo, HasAMeanOfZero) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 90, 2, 8);
  add_boards(boards, 1, 2, 60, 3, 37);
  double sum = 0;
  for (const EloRating& rating : elo_ratings(3, boards)) sum += rating.elo;
  EXPECT_NEAR(sum, 0, 1e-9);
}

}  // namespace
}  // namespace tichu::arena
