#include "arena/statistics/rating/result_rating.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace tichu::arena {
namespace {

ResultsTable results(const std::string& text) {
  std::istringstream input(text);
  return read_results_csv(input).value();
}

TEST(ResultRating, ModelsHaveAKindOfResults) {
  EXPECT_EQ(rated_kind(RatingModel::Online), ResultKind::Score);
  EXPECT_EQ(rated_kind(RatingModel::Members), ResultKind::Points);
}

TEST(ResultRating, RanksGroupByGroupAndCountsBoards) {
  const auto ratings = rate_results(results("a,b,0\nb,c,1\nx,y,1\n"), {.model = RatingModel::Elo});
  ASSERT_TRUE(ratings.has_value());
  EXPECT_EQ(ratings->results, 3u);
  EXPECT_EQ(ratings->groups.members.size(), 2u);
  EXPECT_EQ(ratings->boards, (std::vector<std::uint64_t>{1, 2, 1, 1, 1}));
  EXPECT_EQ(ratings->names[ratings->ranked[0]], "b");
  EXPECT_EQ(ratings->names[ratings->ranked[3]], "x");
  EXPECT_TRUE(ratings->bootstrap_errors.empty());
}

TEST(ResultRating, KeepsTheAnchorAndItsBootstrapErrorAtZero) {
  const RatingPlan plan{.model = RatingModel::Elo, .anchor = StrengthAnchor{1, 100}, .bootstrap_samples = 10};
  const auto ratings = rate_results(results("a,b,0\nb,a,0\na,b,1\n"), plan);
  ASSERT_TRUE(ratings.has_value());
  EXPECT_EQ(ratings->strengths.value(1), 100);
  EXPECT_EQ(ratings->bootstrap_errors[1], 0);
}

TEST(ResultRating, TakesTeamsApartIntoMembers) {
  const auto ratings =
      rate_results(results("bot_a,bot_b,points\nx+y,z,50\nz,x+z,-10\n"), {.model = RatingModel::Members});
  ASSERT_TRUE(ratings.has_value());
  EXPECT_EQ(ratings->names, (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(ratings->boards, (std::vector<std::uint64_t>{2, 1, 2}));
  EXPECT_EQ(ratings->synergies.size(), 3u);
  EXPECT_EQ(ratings->groups.members.size(), 1u);
}

TEST(ResultRating, RefusesAPairAgainstItself) {
  const auto ratings =
      rate_results(results("bot_a,bot_b,points\nx+y,z,50\nx+y,y+x,5\n"), {.model = RatingModel::Members});
  ASSERT_FALSE(ratings.has_value());
  EXPECT_EQ(ratings.error().line, 3u);
  EXPECT_EQ(ratings.error().message,
            "has the same pair on both sides, \"x+y\" and \"y+x\"; two different teams are wanted");
}

}  // namespace
}  // namespace tichu::arena
