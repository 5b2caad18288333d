#include "arena/tournament/play/result_queue.h"

#include <gtest/gtest.h>

#include <thread>

namespace tichu::arena {
namespace {

FinishedJob job(std::uint64_t number) {
  FinishedJob finished;
  finished.job.number = JobNumber(number);
  return finished;
}

TEST(ResultQueue, HandsOverEveryJobOnceThoughItIsBounded) {
  constexpr std::uint64_t JobsEach = 2000;
  ResultQueue queue(2);
  const auto produce = [&queue](std::uint64_t first) {
    for (std::uint64_t i = 0; i < JobsEach; ++i) queue.push(job(first + i));
    queue.worker_done();
  };
  const std::jthread one(produce, 0);
  const std::jthread two(produce, JobsEach);
  std::vector<int> seen(2 * JobsEach, 0);
  while (!queue.exhausted()) {
    for (const FinishedJob& taken : queue.take_all(std::chrono::seconds(10))) seen[taken.job.number.value()] += 1;
  }
  EXPECT_EQ(seen, std::vector<int>(2 * JobsEach, 1));
}

TEST(ResultQueue, ReturnsEmptyHandedWhenNothingComes) {
  ResultQueue queue(1);
  EXPECT_TRUE(queue.take_all(std::chrono::milliseconds(1)).empty());
  EXPECT_FALSE(queue.exhausted());
  queue.worker_done();
  EXPECT_TRUE(queue.exhausted());
}

TEST(ResultQueue, LetsWaitingWorkersGoWhenClosed) {
  ResultQueue queue(1);
  const std::jthread worker([&queue] {
    for (std::uint64_t i = 0; i < 1000; ++i) queue.push(job(i));
    queue.worker_done();
  });
  queue.close();
  while (!queue.exhausted()) queue.take_all(std::chrono::seconds(10));
  SUCCEED();
}

}  // namespace
}  // namespace tichu::arena
