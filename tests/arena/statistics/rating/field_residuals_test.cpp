#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <random>

#include "arena/statistics/rating/field_rating.h"

namespace tichu::arena {
namespace {

constexpr std::size_t Entrants = 12;
constexpr int BoardsOfPair = 200;

/// All pairs of entrants 10 points per round apart, with 8 points of style in each pair; `thrown` more for 2 over 7.
std::vector<BoardValue> boards_with(double thrown, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<BoardValue> boards;
  for (std::uint16_t a = 0; a < Entrants; ++a) {
    for (auto b = static_cast<std::uint16_t>(a + 1); b < Entrants; ++b) {
      const double style = 8 * normal(random);
      for (int i = 0; i < BoardsOfPair; ++i) {
        double margin = 10.0 * (b - a) + style + 100 * normal(random) + (a == 2 && b == 7 ? thrown : 0);
        BoardValue board{BoardNumber(boards.size()), {EntrantId{a}, EntrantId{b}}, margin};
        if (i % 2 == 1) board = {board.board, {EntrantId{b}, EntrantId{a}}, -margin};
        boards.push_back(board);
      }
    }
  }
  return boards;
}

std::vector<PairResidual> residuals_of(const std::vector<BoardValue>& boards, std::uint64_t least = 64) {
  return rate_points(Entrants, boards).residuals([](std::size_t entrant) { return std::optional(entrant); }, least);
}

TEST(PairResiduals, NameThePairThatThrowsBoards) {
  const std::vector<PairResidual> found = residuals_of(boards_with(80, 1));
  ASSERT_EQ(found.size(), Entrants * (Entrants - 1) / 2);
  EXPECT_EQ(found[0].groups, (std::array<std::size_t, 2>{2, 7}));
  EXPECT_GT(found[0].surprise, 5);
  EXPECT_NEAR(found[0].margin - found[0].expected, 80, 25);
  EXPECT_LT(std::abs(found[1].surprise), 4.5);
}

TEST(PairResiduals, TakeUsualStylesForNoSurprise) {
  int alarms = 0;
  double squares = 0;
  int pairs = 0;
  for (std::uint64_t seed = 10; seed < 30; ++seed) {
    for (const PairResidual& pair : residuals_of(boards_with(0, seed))) {
      alarms += std::abs(pair.surprise) > 5 ? 1 : 0;
      squares += pair.surprise * pair.surprise;
      ++pairs;
    }
  }
  EXPECT_EQ(alarms, 0);
  EXPECT_NEAR(squares / pairs, 1, 0.25) << "surprises are standard deviations";
}

/// Eight bots 10 points apart, and a ninth so weak that no opponent can win as much as strengths add up to: 250 at
/// most. `thrown` less for the first over it.
std::vector<BoardValue> boards_with_a_very_weak_one(double thrown, std::uint64_t seed) {
  constexpr std::uint16_t Weak = 8;
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<BoardValue> boards;
  for (std::uint16_t a = 0; a <= Weak; ++a) {
    for (auto b = static_cast<std::uint16_t>(a + 1); b <= Weak; ++b) {
      const double apart = b == Weak ? 250 * std::tanh((330.0 - 40 * a) / 250) : 40.0 * (b - a);
      for (int i = 0; i < BoardsOfPair; ++i) {
        const double margin = apart + 100 * normal(random) - (a == 0 && b == Weak ? thrown : 0);
        boards.push_back({BoardNumber(boards.size()), {EntrantId{a}, EntrantId{b}}, margin});
      }
    }
  }
  return boards;
}

TEST(PairResiduals, DoNotSuspectWhoIsSoWeakThatStrengthsAddUpToTooMuch) {
  for (std::uint64_t seed = 40; seed < 50; ++seed) {
    EXPECT_LT(std::abs(residuals_of(boards_with_a_very_weak_one(0, seed))[0].surprise), 5);
  }
  const std::vector<PairResidual> thrown = residuals_of(boards_with_a_very_weak_one(230, 1));
  EXPECT_EQ(thrown[0].groups, (std::array<std::size_t, 2>{0, 8}));
  EXPECT_GT(std::abs(thrown[0].surprise), 5) << "the strongest lets the weakest have an even game";
}

TEST(PairResiduals, AddTheBoardsOfGroupsUp) {
  const auto half = [](std::size_t entrant) { return entrant == 0 ? std::nullopt : std::optional(entrant % 2); };
  const auto found = rate_points(Entrants, boards_with(0, 3)).residuals(half, 64);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].boards, 5U * 6U * BoardsOfPair) << "the first is of no group";
  EXPECT_EQ(found[0].groups, (std::array<std::size_t, 2>{0, 1}));
}

TEST(PairResiduals, JudgeBoardsThatTheFitDoesNotKnow) {
  const auto is_thrown = [](const BoardValue& board) {
    const auto [a, b] = board.sides();
    return std::min(a, b) == 2 && std::max(a, b) == 7;
  };
  std::vector<BoardValue> kept = boards_with(80, 1);
  std::vector<BoardValue> struck;
  std::copy_if(kept.begin(), kept.end(), std::back_inserter(struck), is_thrown);
  std::erase_if(kept, is_thrown);
  const auto itself = [](std::size_t entrant) { return std::optional(entrant); };
  const FieldRating ratings = rate_points(Entrants, kept);
  EXPECT_EQ(ratings.residuals(itself, 64).size(), Entrants * (Entrants - 1) / 2 - 1);
  const auto found = ratings.residuals(itself, 64, head_to_heads_of(ResultKind::Points, struck));
  EXPECT_EQ(found[0].groups, (std::array<std::size_t, 2>{2, 7}));
  EXPECT_NEAR(found[0].margin - found[0].expected, 80, 25);
}

TEST(PairResiduals, SayNothingOfFewBoards) {
  EXPECT_TRUE(residuals_of(boards_with(80, 1), BoardsOfPair + 1).empty());
  EXPECT_TRUE(residuals_of({}, 2).empty());
}

}  // namespace
}  // namespace tichu::arena
