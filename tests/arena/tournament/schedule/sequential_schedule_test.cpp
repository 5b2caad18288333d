#include "arena/tournament/schedule/sequential_schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "tests/arena/tournament/schedule/schedule_run.h"

namespace tichu::arena {
namespace {

SequentialPlan plan(std::uint64_t most) {
  SequentialPlan plan;
  plan.first = 0;
  plan.second = 10;
  plan.max_boards = most;
  return plan;
}

/// What a test says of the boards in their order.
SequentialState judged(const SequentialPlan& plan, const std::vector<Job>& jobs) {
  SequentialTest test(plan);
  for (const Job& job : jobs) test.add(result_of(by_strength(job)));
  return test.state();
}

TEST(SequentialSchedule, PlaysTheSameBoardsHoweverManyAreUnderWay) {
  SequentialSchedule alone(plan(100'000));
  const std::vector<Job> expected = run(alone, 1);
  const SequentialState state = judged(plan(100'000), expected);
  EXPECT_EQ(state.verdict, SprtVerdict::Accepted);
  EXPECT_LT(expected.size(), state.boards + SequentialSchedule::BoardsAhead);
  EXPECT_GE(expected.size(), state.boards);
  for (const std::size_t tables : {2, 8, 64, 200}) {
    SequentialSchedule schedule(plan(100'000));
    EXPECT_EQ(run(schedule, tables), expected) << tables;
  }
}

TEST(SequentialSchedule, EndsAtItsLimit) {
  SequentialSchedule schedule(plan(40));
  EXPECT_EQ(schedule.total(), 40u);
  const std::vector<Job> jobs = run(schedule, 3, [](const Job& job) { return job.board.value() % 2 == 0 ? 105 : -95; });
  ASSERT_EQ(jobs.size(), 40u);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i], (Job{JobNumber(i), BoardNumber(i), {EntrantId{0}, EntrantId{1}}}));
  }
}

TEST(SequentialSchedule, ExpectsTheBoardsOfItsTestsStateOnceThatIsKnown) {
  SequentialPlan wide = plan(100'000);
  wide.second = 40;
  SequentialSchedule schedule(wide);
  EXPECT_TRUE(schedule.expected().empty());
  const SequentialState state = judged(wide, run(schedule, 1));
  const auto boards = [](double expected) { return static_cast<std::uint64_t>(std::round(expected)); };
  EXPECT_EQ(schedule.expected(),
            (std::vector<ExpectedTotal>{{0, boards(state.boards_at_first)}, {40, boards(state.boards_at_second)}}));
}

/// What a test over a pool says of the boards that all pairings have played, in their order.
SequentialState judged_over_pool(const SequentialPlan& plan, std::size_t opponents, const std::vector<Job>& jobs) {
  TestedBoards boards(plan, opponents);
  for (const Job& job : jobs) boards.add(job, result_of(by_strength(job)));
  boards.advance();
  return boards.test().state();
}

TEST(PoolSchedule, PlaysTheSameBoardsHoweverManyAreUnderWay) {
  constexpr std::size_t Opponents = 3;
  constexpr std::size_t Pairings = 6;
  SequentialSchedule alone(plan(100'000), Opponents);
  const std::vector<Job> expected = run(alone, 1);
  const SequentialState state = judged_over_pool(plan(100'000), Opponents, expected);
  // NEW is stronger than OLD by ten points against everybody.
  EXPECT_EQ(state.verdict, SprtVerdict::Accepted);
  EXPECT_EQ(expected.size() % Pairings, 0u);
  EXPECT_GE(expected.size(), state.boards * Pairings);
  EXPECT_LT(expected.size(), (state.boards + SequentialSchedule::PoolBoardsAhead) * Pairings);
  for (const std::size_t tables : {2, 8, 64, 200}) {
    SequentialSchedule schedule(plan(100'000), Opponents);
    EXPECT_EQ(run(schedule, tables), expected) << tables;
  }
}

TEST(PoolSchedule, LetsBothBotsPlayEveryBoardAgainstEveryOpponentAndNotEachOther) {
  constexpr std::uint64_t Limit = 40;  // two blocks and a half
  SequentialSchedule schedule(plan(Limit), 2);
  EXPECT_EQ(schedule.total(), Limit * 4);
  const std::vector<Job> jobs =
      run(schedule, 3, [](const Job& job) { return job.board.value() % 2 == 0 ? 105.0 : -95.0; });
  std::map<Pairing, std::vector<std::uint64_t>> boards;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_EQ(jobs[i].number, JobNumber(i));
    boards[jobs[i].entrants].push_back(jobs[i].board.value());
  }
  std::vector<std::uint64_t> all(Limit);
  std::iota(all.begin(), all.end(), 0);
  const auto id = [](int number) { return static_cast<EntrantId>(number); };
  EXPECT_EQ(boards, (std::map<Pairing, std::vector<std::uint64_t>>{
                        {{id(0), id(2)}, all}, {{id(0), id(3)}, all}, {{id(1), id(2)}, all}, {{id(1), id(3)}, all}}));
}

TEST(PoolSchedule, KeepsAPairingForABlockOfBoards) {
  SequentialSchedule schedule(plan(1'000), 2);
  for (std::uint64_t i = 0; i < 4 * SequentialSchedule::PoolBlock; ++i) {
    const Job job = std::get<Job>(schedule.next());
    EXPECT_EQ(job.board, BoardNumber(i % SequentialSchedule::PoolBlock));
    EXPECT_EQ(job.entrants[0], static_cast<EntrantId>(i / SequentialSchedule::PoolBlock % 2)) << i;
  }
}

TEST(TestedBoards, HaveAJobForEachOfTheTwoAgainstEachOpponent) {
  EXPECT_EQ(jobs_per_tested_board(0), 1u);
  EXPECT_EQ(jobs_per_tested_board(3), 6u);
  for (const std::size_t opponents : {0u, 1u, 3u}) {
    EXPECT_EQ(TestedBoards(plan(100), opponents).pairings().size(), jobs_per_tested_board(opponents));
  }
}

TEST(TestedBoards, CountABoardOnlyWhenAllItsJobsArePlayed) {
  TestedBoards boards(plan(100), 2);
  const auto play = [&](int bot, int opponent, double margin) {
    boards.add({JobNumber(0), BoardNumber(0), {static_cast<EntrantId>(bot), static_cast<EntrantId>(opponent)}},
               result_of(margin));
  };
  play(0, 2, 50);
  play(1, 2, 10);
  play(1, 3, -20);
  EXPECT_FALSE(boards.advance_to(1));
  play(0, 3, 0);
  EXPECT_TRUE(boards.advance_to(1));
  ASSERT_EQ(boards.counted().size(), 1u);
  EXPECT_DOUBLE_EQ(boards.counted()[0].margin, (40 + 20) / 2.0);
  EXPECT_EQ(boards.counted_by_opponent()[0][1].difference(), 20);
}

}  // namespace
}  // namespace tichu::arena
