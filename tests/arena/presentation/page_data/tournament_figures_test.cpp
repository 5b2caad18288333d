#include "arena/presentation/page_data/tournament_figures.h"

#include <gtest/gtest.h>

#include "arena/statistics/rating/field_rating.h"

namespace tichu::arena {
namespace {

RatedBoard board(std::uint64_t number, double margin) {
  RatedBoard rated;
  rated.board = BoardNumber(number);
  rated.entrants = {EntrantId{0}, EntrantId{1}};
  rated.result.margin = margin;
  rated.result.verdict = margin > 0 ? BoardVerdict::Win : margin < 0 ? BoardVerdict::Loss : BoardVerdict::Draw;
  rated.result.score = margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
  return rated;
}

TEST(RatingHistory, EndsWithTheRatingOverAllBoards) {
  std::vector<RatedBoard> boards;
  for (std::uint64_t i = 0; i < 100; ++i) boards.push_back(board(i, i % 3 == 0 ? -10 : 10));
  const RatingHistory history = rating_history(2, boards, 7);
  ASSERT_EQ(history.boards.size(), 7u);
  EXPECT_EQ(history.boards.front(), 14u);
  EXPECT_EQ(history.boards.back(), 100u);
  EXPECT_DOUBLE_EQ(history.elo.back()[0], rate_elo(2, scores_of(boards)).value(0));
}

TEST(RatingHistory, CountsByBoardNumberWhateverTheOrderOfJobs) {
  const std::vector<RatedBoard> boards{board(1, -10), board(0, 10)};
  const RatingHistory history = rating_history(2, boards, 2);
  ASSERT_EQ(history.boards, (std::vector<std::size_t>{1, 2}));
  EXPECT_GT(history.elo[0][0], 0) << "board 0 was won";
  EXPECT_NEAR(history.elo[1][0], 0, 1e-9);
}

TEST(RatingHistory, HasNoMorePointsThanBoards) {
  EXPECT_TRUE(rating_history(2, {}, 40).boards.empty());
  const std::vector<RatedBoard> one{board(0, 10)};
  EXPECT_EQ(rating_history(2, one, 40).boards, (std::vector<std::size_t>{1}));
}

TEST(MarginBins, CountEachBoardForBothSidesAndKeepTheOutermost) {
  const std::vector<RatedBoard> boards{board(0, 10), board(1, -1000), board(2, 400), board(3, 0), board(4, 20)};
  const MarginBins bins = margin_bins(2, boards);
  const std::size_t middle = MarginBinCount / 2;
  EXPECT_EQ(bins.counts[0][middle], 2u) << "0 and 10";
  EXPECT_EQ(bins.counts[0][middle + 1], 1u) << "20";
  EXPECT_EQ(bins.counts[0][0], 1u);
  EXPECT_EQ(bins.counts[0][MarginBinCount - 1], 1u);
  EXPECT_EQ(bins.counts[1][middle], 2u);
  EXPECT_EQ(bins.counts[1][middle - 1], 1u) << "-20";
  EXPECT_EQ(bins.counts[1][MarginBinCount - 1], 1u);
}

}  // namespace
}  // namespace tichu::arena
