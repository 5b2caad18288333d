#include "arena/service/api/board_search.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tichu::arena {
namespace {

constexpr EntrantId Fox{0};
constexpr EntrantId Owl{1};
constexpr EntrantId Hen{2};

BoardRow board(int job, EntrantId first, EntrantId second, float margin) {
  BoardRow row;
  row.job = JobNumber(job);
  row.entrants = {first, second};
  row.margin = margin;
  row.verdict = margin > 0 ? 2 : margin < 0 ? 0 : 1;
  return row;
}

std::vector<int> jobs_of(const FoundBoards& found) {
  std::vector<int> jobs;
  for (const BoardRow& row : found.boards) jobs.push_back(static_cast<int>(row.job.value()));
  return jobs;
}

std::vector<BoardRow> some_boards() {
  std::vector<BoardRow> rows{board(1, Fox, Owl, 50), board(2, Owl, Fox, 30), board(3, Fox, Hen, -80),
                             board(4, Owl, Hen, 0), board(5, Hen, Fox, 10)};
  rows[2].faults[0] = 1U << static_cast<unsigned>(FaultKind::Crash);
  rows[4].deeds[1] = TichuCalled | HadBomb;
  return rows;
}

TEST(BoardSearch, FindsTheLatestFirst) {
  const auto rows = some_boards();
  EXPECT_EQ(jobs_of(search_boards(rows, {})), (std::vector<int>{5, 4, 3, 2, 1}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.of = {Fox}})), (std::vector<int>{5, 3, 2, 1}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.of = {Fox}, .against = {Owl}})), (std::vector<int>{2, 1}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.margin = 40})), (std::vector<int>{3, 1}));
}

TEST(BoardSearch, JudgesTheSideThatWasAskedFor) {
  const auto rows = some_boards();
  EXPECT_EQ(jobs_of(search_boards(rows, {.of = {Fox}, .verdict = 0})), (std::vector<int>{5, 3, 2}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.of = {Fox}, .fault = FaultKind::Crash})), (std::vector<int>{3}));
  EXPECT_TRUE(search_boards(rows, {.of = {Hen}, .fault = FaultKind::Crash}).boards.empty());
  EXPECT_EQ(jobs_of(search_boards(rows, {.any_fault = true})), (std::vector<int>{3}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.of = {Fox}, .deeds = TichuCalled})), (std::vector<int>{5}));
  EXPECT_TRUE(search_boards(rows, {.of = {Hen}, .deeds = TichuCalled}).boards.empty());
}

TEST(BoardSearch, FindsByTheTimeOfStoring) {
  auto rows = some_boards();
  for (std::uint32_t i = 1; i < rows.size(); ++i) rows[i].stored = 100 * i;  // the first was imported
  EXPECT_EQ(jobs_of(search_boards(rows, {.since = 200})), (std::vector<int>{5, 4, 3}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.until = 200})), (std::vector<int>{2}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.since = 200, .until = 400})), (std::vector<int>{4, 3}));
}

TEST(BoardSearch, FindsAmongSomeBoardsAlone) {
  const auto rows = some_boards();
  const std::vector<JobNumber> some{JobNumber(0), JobNumber(2), JobNumber(3), JobNumber(4), JobNumber(900)};
  EXPECT_EQ(jobs_of(search_boards(rows, {.among = some})), (std::vector<int>{4, 3, 2}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.of = {Fox}, .among = some})), (std::vector<int>{3, 2}));
  EXPECT_TRUE(search_boards(rows, {.among = std::vector<JobNumber>{}}).boards.empty());
  const FoundBoards two = search_boards(rows, {.among = some, .most = 2});
  EXPECT_EQ(jobs_of(two), (std::vector<int>{4, 3}));
  EXPECT_EQ(jobs_of(search_boards(rows, {.among = some, .before = two.next, .most = 2})), std::vector<int>{2});
}

TEST(BoardSearch, GoesOnWhereItEnded) {
  const auto rows = some_boards();
  std::vector<int> all;
  BoardQuery query{.most = 2};
  for (;;) {
    const FoundBoards found = search_boards(rows, query);
    for (const int job : jobs_of(found)) all.push_back(job);
    if (!found.next) break;
    query.before = found.next;
  }
  EXPECT_EQ(all, (std::vector<int>{5, 4, 3, 2, 1}));
}

TEST(Opponents, AreSeenFromTheEntrantsSide) {
  const auto met = opponents_of(some_boards(), Fox);
  ASSERT_EQ(met.size(), 2u);
  EXPECT_EQ(met[0].opponent, Owl);
  EXPECT_EQ(met[0].figures.boards, 2u);
  EXPECT_DOUBLE_EQ(met[0].figures.mean(), 10);  // +50 and -30
  EXPECT_NEAR(*met[0].figures.error(), 1.96 * 40, 1e-9);
  EXPECT_EQ(met[0].figures.verdicts, (std::array<std::uint64_t, 3>{1, 0, 1}));
  EXPECT_EQ(met[1].figures.faults, 1u);
  EXPECT_EQ(met[1].figures.opponent_faults, 0u);
}

TEST(Crosstable, SeesEachPairFromItsFirstInTheList) {
  const auto met = crosstable_of(some_boards(), std::vector{Hen, Fox});
  ASSERT_EQ(met.size(), 1u);
  EXPECT_EQ(met[0].first, 0u);
  EXPECT_EQ(met[0].second, 1u);
  EXPECT_EQ(met[0].figures.boards, 2u);
  EXPECT_DOUBLE_EQ(met[0].figures.mean(), 45);  // +80 and +10
  EXPECT_EQ(met[0].figures.verdicts, (std::array<std::uint64_t, 3>{0, 0, 2}));
  EXPECT_EQ(met[0].figures.faults, 0u);
  EXPECT_EQ(met[0].figures.opponent_faults, 1u);
}

TEST(Crosstable, AgreesWithWhatEachMet) {
  const auto rows = some_boards();
  const std::vector entrants{Owl, Hen, Fox};
  const auto met = crosstable_of(rows, entrants);
  ASSERT_EQ(met.size(), 3u);
  for (const CrosstableCell& cell : met) {
    EXPECT_LT(cell.first, cell.second);
    for (const MetOpponent& opponent : opponents_of(rows, entrants[cell.first])) {
      if (opponent.opponent != entrants[cell.second]) continue;
      EXPECT_EQ(cell.figures.boards, opponent.figures.boards);
      EXPECT_EQ(cell.figures.verdicts, opponent.figures.verdicts);
      EXPECT_DOUBLE_EQ(cell.figures.mean(), opponent.figures.mean());
    }
  }
  EXPECT_TRUE(crosstable_of(rows, {}).empty());
  EXPECT_TRUE(crosstable_of(rows, std::vector{Fox}).empty());
  EXPECT_TRUE(crosstable_of(rows, std::vector{Fox, EntrantId{900}}).empty());
}

TEST(Form, IsMarginsPlusOpponentsRatings) {
  const std::vector<std::optional<double>> ratings{std::nullopt, 20.0, -10.0};
  const auto form = form_of(some_boards(), Fox, ratings, 10);
  ASSERT_FALSE(form.empty());
  // +50 and -30 against 20, -80 and -10 against -10.
  EXPECT_EQ(form.back().boards, 4u);
  EXPECT_DOUBLE_EQ(form.back().points, (70 - 10 - 90 - 20) / 4.0);
  EXPECT_TRUE(form_of(some_boards(), Fox, {}, 10).empty());
}

TEST(Form, HasSoManyPointsAtMost) {
  std::vector<BoardRow> rows;
  for (int i = 0; i < 1000; ++i) rows.push_back(board(i, Fox, Owl, static_cast<float>(i % 7)));
  const auto form = form_of(rows, Fox, std::vector<std::optional<double>>{0.0, 0.0}, 40);
  EXPECT_LE(form.size(), 40u);
  EXPECT_GE(form.size(), 30u);
  EXPECT_EQ(form.back().boards, 1000u);
}

}  // namespace
}  // namespace tichu::arena
