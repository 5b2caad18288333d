#include "arena/statistics/rating/standings.h"

#include <gtest/gtest.h>

#include "arena/statistics/rating/normal_distribution.h"
#include "tests/arena/statistics/rating/board_list.h"

namespace tichu::arena {
namespace {

Standings example_standings() {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 2, 1, 7);
  add_boards(boards, 1, 2, 6, 0, 4);
  std::vector<PlayFigures> figures(3);
  figures[2].faults = 5;
  return rate(boards, figures);
}

TEST(Standings, RankByElo) {
  const Standings standings = example_standings();
  ASSERT_EQ(standings.ranked.size(), 3u);
  EXPECT_EQ(standings.ranked[0].entrant, EntrantId{1});
  EXPECT_EQ(standings.ranked[1].entrant, EntrantId{2});
  EXPECT_EQ(standings.ranked[2].entrant, EntrantId{0});
  EXPECT_EQ(standings.ranked[1].figures.faults, 5u);
}

TEST(Standings, CountWinsOverAllOpponents) {
  const Standings standings = example_standings();
  EXPECT_EQ(standings.ranked[0].count, (WinCount{13, 1, 6}));
  EXPECT_EQ(standings.ranked[0].points.boards, 20u);
  // Met equally often, both opponents count the same anyway.
  EXPECT_NEAR(standings.ranked[0].points.mean, 40.0 * (13 - 6) / 20, 0.1);
}

TEST(Standings, NameWhoSeemsToPlayTheSame) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 0, 20, 0);
  add_boards(boards, 2, 1, 0, 20, 0);
  add_boards(boards, 3, 4, 0, 15, 0);
  add_boards(boards, 3, 5, 0, 40, 1);
  EXPECT_EQ(rate(boards, std::vector<PlayFigures>(6)).alike, (std::vector<std::vector<std::size_t>>{{0, 1, 2}}))
      << "fewer boards, or a single one with points, say nothing";
}

TEST(Standings, AreMirroredBetweenTheTwoOfAPair) {
  const Standings standings = example_standings();
  const PairStanding& a = standings.against(EntrantId{0}, EntrantId{1});
  const PairStanding& b = standings.against(EntrantId{1}, EntrantId{0});
  EXPECT_EQ(a.count, (WinCount{2, 1, 7}));
  EXPECT_EQ(b.count, (WinCount{7, 1, 2}));
  EXPECT_DOUBLE_EQ(a.points.mean, -b.points.mean);
  EXPECT_DOUBLE_EQ(*a.points.standard_error, *b.points.standard_error);
}

TEST(Standings, TellOfEachPairHowLikelyTheFirstIsTheStronger) {
  const Standings standings = example_standings();
  const PairStanding& a = standings.against(EntrantId{1}, EntrantId{0});
  ASSERT_TRUE(a.difference && a.superiority);
  EXPECT_DOUBLE_EQ(a.difference->elo, standings.ranked[0].rating.elo - standings.ranked[2].rating.elo);
  EXPECT_NEAR(*a.superiority, normal_cdf(Normal95 * a.difference->elo / a.difference->error95), 1e-12);
  EXPECT_GT(*a.superiority, 0.9);
  EXPECT_NEAR(*standings.against(EntrantId{0}, EntrantId{1}).superiority, 1 - *a.superiority, 1e-12);
  // By what both did against a third.
  EXPECT_GT(standings.against(EntrantId{2}, EntrantId{0}).superiority, 0.5);
}

TEST(Standings, OfThoseThatNeverMetAreEmpty) {
  const Standings standings = example_standings();
  const PairStanding& pair = standings.against(EntrantId{0}, EntrantId{2});
  EXPECT_EQ(pair.count.boards(), 0u);
  EXPECT_EQ(pair.points.boards, 0u);
}

TEST(Standings, CompareNobodyWithAnotherGroup) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 9, 0, 1);
  add_boards(boards, 2, 3, 4, 0, 6);
  add_boards(boards, 3, 5, 4, 0, 6);
  const Standings standings = rate(boards, std::vector<PlayFigures>(6));
  std::vector<int> order;
  for (const Standing& standing : standings.ranked) order.push_back(static_cast<int>(standing.entrant));
  // 0 has the best Elo of all, but nobody can say so.
  EXPECT_EQ(order, (std::vector<int>{5, 3, 2, 0, 1, 4}));
  EXPECT_EQ(standings.groups.members, (std::vector<std::vector<std::size_t>>{{2, 3, 5}, {0, 1}, {4}}));
  EXPECT_FALSE(standings.against(EntrantId{0}, EntrantId{2}).superiority);
  EXPECT_FALSE(standings.against(EntrantId{0}, EntrantId{2}).difference);
  EXPECT_FALSE(standings.against(EntrantId{4}, EntrantId{1}).superiority);
  EXPECT_TRUE(standings.against(EntrantId{2}, EntrantId{5}).superiority);
}

TEST(Standings, AnAnchorShiftsEloAndNothingElse) {
  std::vector<RatedBoard> boards;
  add_boards(boards, 0, 1, 2, 1, 7);
  add_boards(boards, 1, 2, 6, 0, 4);
  const std::vector<PlayFigures> figures(3);
  const Standings free = rate(boards, figures);
  const Standings set = rate(boards, figures, StrengthAnchor{2, 1000});
  const double shift = set.ranked[0].rating.elo - free.ranked[0].rating.elo;
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(set.ranked[i].entrant, free.ranked[i].entrant);
    EXPECT_EQ(set.ranked[i].points.mean, free.ranked[i].points.mean);
    EXPECT_NEAR(set.ranked[i].rating.elo - free.ranked[i].rating.elo, shift, 1e-9);
    if (set.ranked[i].entrant != EntrantId{2}) continue;
    EXPECT_EQ(set.ranked[i].rating.elo, 1000);
    EXPECT_EQ(set.ranked[i].rating.error95, 0);
  }
  for (std::size_t i = 0; i < 9; ++i) {
    ASSERT_EQ(set.pairs[i].difference.has_value(), free.pairs[i].difference.has_value());
    EXPECT_EQ(set.pairs[i].superiority.has_value(), free.pairs[i].superiority.has_value());
    EXPECT_NEAR(set.pairs[i].difference->elo, free.pairs[i].difference->elo, 1e-9);
    EXPECT_NEAR(*set.pairs[i].superiority, *free.pairs[i].superiority, 1e-9);
  }
}

TEST(Standings, WithoutBoardsKeepTheOrderOfEntry) {
  const Standings standings = rate({}, std::vector<PlayFigures>(3));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(standings.ranked[static_cast<std::size_t>(i)].entrant, static_cast<EntrantId>(i));
  }
}

}  // namespace
}  // namespace tichu::arena
