#include "arena/statistics/rating/tallied_boards.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "arena/statistics/rating/alike_entrants.h"
#include "arena/statistics/rating/extreme_boards.h"
#include "arena/statistics/rating/field_rating.h"

namespace tichu::arena {
namespace {

constexpr std::uint16_t TalliedBots = 6;
constexpr double MarginStep = 2.5;  ///< of a margin over two rounds

/// Boards of all pairs on two tables each, both ways round; the last two entrants play alike.
std::vector<RatedBoard> random_boards(std::size_t count) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> luck(0, 90);
  std::uniform_int_distribution<std::uint16_t> entrant(0, TalliedBots - 1);
  std::vector<RatedBoard> boards;
  while (boards.size() < count) {
    const std::uint16_t a = entrant(random);
    const std::uint16_t b = entrant(random);
    if (a == b) continue;
    RatedBoard board{BoardNumber(boards.size()), {EntrantId{a}, EntrantId{b}}, {}};
    const bool alike = a + b == 2 * TalliedBots - 3;
    board.result.margin = alike ? 0 : MarginStep * std::round((8.0 * (b - a) + luck(random)) / MarginStep);
    board.result.score = board.result.margin > 50 ? 1 : board.result.margin > 0 ? 0.75 : alike ? 0.5 : 0.25;
    boards.push_back(board);
  }
  return boards;
}

TalliedBoards tallied(const std::vector<RatedBoard>& boards) {
  TalliedBoards tallies;
  for (const RatedBoard& board : boards) tallies.add(board);
  return tallies;
}

void expect_equal_ratings(const FieldRating& rating, const FieldRating& other) {
  for (std::size_t i = 0; i < TalliedBots; ++i) {
    EXPECT_NEAR(rating.value(i), other.value(i), 1e-6) << i;
    EXPECT_NEAR(rating.error95(i), other.error95(i), 1e-6) << i;
  }
}

TEST(TalliedBoards, AreAsLargeForAMillionBoardsAsForAHundredThousand) {
  const std::vector<RatedBoard> boards = random_boards(100'000);
  TalliedBoards tallies = tallied(boards);
  const std::size_t results = tallies.results();
  EXPECT_LT(results, 6'000U);
  for (int i = 0; i < 9; ++i) {
    for (const RatedBoard& board : boards) tallies.add(board);
  }
  EXPECT_EQ(tallies.size(), 1'000'000U);
  EXPECT_EQ(tallies.results(), results);
}

TEST(TalliedBoards, AreRatedAsTheBoardsAre) {
  const std::vector<RatedBoard> boards = random_boards(4'000);
  const TalliedBoards tallies = tallied(boards);
  for (const ResultKind kind : {ResultKind::Points, ResultKind::Score}) {
    const std::vector<BoardValue> each = kind == ResultKind::Points ? margins_of(boards) : scores_of(boards);
    const WeighedValues values = tallies.values(kind);
    expect_equal_ratings(rate_field(kind, TalliedBots, head_to_heads_of(kind, values.values, values.boards), {}),
                         rate_field(kind, TalliedBots, each));
  }
}

TEST(TalliedBoards, AreAlikeAndExtremeAsTheBoardsAre) {
  const std::vector<RatedBoard> boards = random_boards(4'000);
  const std::vector<BoardValue> margins = margins_of(boards);
  const WeighedValues values = tallied(boards).values(ResultKind::Points);
  EXPECT_EQ(alike_entrants(TalliedBots, values.values, values.boards), alike_entrants(TalliedBots, margins));
  EXPECT_EQ(alike_entrants(TalliedBots, margins), (std::vector<std::vector<std::size_t>>{{4, 5}}));
  const std::vector<PairExtremes> found = extreme_boards(TalliedBots, values.values, 64, values.boards);
  const std::vector<PairExtremes> expected = extreme_boards(TalliedBots, margins, 64);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].boards, expected[i].boards);
    EXPECT_EQ(found[i].extreme, expected[i].extreme);
    EXPECT_EQ(found[i].surprise, expected[i].surprise);
  }
}

TEST(TalliedBoards, LeaveAPairOutWhicheverIsNamedFirst) {
  const std::vector<RatedBoard> boards = random_boards(1'000);
  TalliedBoards tallies = tallied(boards);
  const std::uint64_t left_out = tallies.leave_out(EntrantId{3}, EntrantId{1});
  EXPECT_GT(left_out, 0U);
  EXPECT_EQ(tallies.size(), 1'000U - left_out);
  EXPECT_EQ(tallies.leave_out(EntrantId{1}, EntrantId{3}), 0U);
  for (const BoardValue& value : tallies.values(ResultKind::Score).values) {
    EXPECT_NE(value.entrants, (std::array{EntrantId{1}, EntrantId{3}}));
  }
}

}  // namespace
}  // namespace tichu::arena
