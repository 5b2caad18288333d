#include "arena/tournament/schedule/sequential_schedule.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tichu::arena
