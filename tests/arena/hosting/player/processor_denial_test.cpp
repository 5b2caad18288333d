#include "arena/hosting/player/processor_denial.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <thread>

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using Clock = OwnDeadline::Clock;

constexpr Clock::time_point Start{1h};

ThreadCounts thread(std::chrono::nanoseconds ran, std::chrono::nanoseconds waited, bool is_runnable = false) {
  return {ran, waited, is_runnable, false};
}

TEST(DeniedTime, IsAWaitInWhichNoOtherThreadOfTheBotRan) {
  const SchedulerCounts before{{{1, thread(5ms, 7ms)}}, 5ms};
  EXPECT_EQ(denied_time(before, {{{1, thread(15ms, 107ms)}}, 15ms}), 100ms);
}

TEST(DeniedTime, IsNotAWaitForTheBotsOwnThreads) {
  SchedulerCounts now;
  for (pid_t number = 1; number <= 10; ++number) now.threads[number] = thread(100ms, 900ms);
  now.ran = 1000ms;
  EXPECT_EQ(denied_time({}, now), 0ns);
}

TEST(DeniedTime, IsNotAWaitForChildrenThatHaveEnded) {
  EXPECT_EQ(denied_time({}, {{{1, thread(0ms, 900ms)}}, 850ms}), 50ms);
}

TEST(DeniedTime, IsNotTheWaitOfAThreadThatGivesWay) {
  ThreadCounts gives_way = thread(0ms, 900ms);
  gives_way.gives_way = true;
  EXPECT_EQ(denied_time({}, {{{1, gives_way}}, 0ms}), 0ns);
}

/// A bot with a second for its answer, whose counts are set by hand.
class OwnDeadlineTest : public testing::Test {
 protected:
  OwnDeadlineTest() { deadline_.begin_counting(Start, Start); }
  void set(std::chrono::nanoseconds ran, std::chrono::nanoseconds waited, bool is_runnable = false) {
    counts_ = {{{1, thread(ran, waited, is_runnable)}}, ran};
  }
  SchedulerCounts counts_;
  OwnDeadline deadline_{Start, 1s, [this] { return counts_; }};
};

TEST_F(OwnDeadlineTest, ABotThatSleptIsLate) {
  set(1ms, 0ms);
  EXPECT_FALSE(deadline_.is_postponed(Start + 1s));
  EXPECT_FALSE(deadline_.is_met(Start + 1001ms));
  EXPECT_EQ(deadline_.use_of_time(Start + 1001ms), UseOfTime::Waited);
}

TEST_F(OwnDeadlineTest, ABotThatUsedItsTimeIsLateHoweverLateTheHostLooks) {
  set(1100ms, 0ms);
  EXPECT_FALSE(deadline_.is_met(Start + 1100ms));
}

TEST_F(OwnDeadlineTest, WhatASleeperWroteUnseenCountsIfTheHostWasLate) {
  set(1ms, 0ms);
  EXPECT_TRUE(deadline_.is_met(Start + 1100ms));
}

TEST_F(OwnDeadlineTest, DeniedTimeIsAddedToTheLimit) {
  set(50ms, 950ms);
  ASSERT_TRUE(deadline_.is_postponed(Start + 1s));
  EXPECT_EQ(deadline_.time(), Start + 1950ms);
  EXPECT_TRUE(deadline_.is_met(Start + 1950ms));
  EXPECT_FALSE(deadline_.is_met(Start + 1951ms));
  EXPECT_EQ(deadline_.own_time(Start + 1050ms), 100ms);
}

TEST_F(OwnDeadlineTest, AWaitThatLastsStillIsWaitedForUntilItIsKnown) {
  set(50ms, 0ms, true);
  ASSERT_TRUE(deadline_.is_postponed(Start + 1s));
  const Clock::time_point next = deadline_.time();
  EXPECT_GT(next, Start + 1s);
  ASSERT_TRUE(deadline_.is_postponed(next)) << "it has not run since";
  set(51ms, 1000ms);
  EXPECT_TRUE(deadline_.is_met(deadline_.time()));
}

TEST_F(OwnDeadlineTest, ABotThatComputesOnIsLate) {
  set(1000ms, 0ms, true);
  ASSERT_TRUE(deadline_.is_postponed(Start + 1s)) << "one look does not tell running from waiting";
  const Clock::time_point next = deadline_.time();
  set(1020ms, 0ms, true);
  EXPECT_FALSE(deadline_.is_postponed(next));
  EXPECT_FALSE(deadline_.is_met(next));
  EXPECT_EQ(deadline_.use_of_time(next), UseOfTime::Computed);
}

TEST_F(OwnDeadlineTest, AMachineThatDeniesAProcessorForTooLongHasFailed) {
  set(50ms, 0ms, true);
  Clock::time_point now = Start + 1s;
  EXPECT_THROW(
      {
        for (int look = 0; look < 10'000 && deadline_.is_postponed(now); ++look) now = deadline_.time();
      },
      MachineSlow);
}

TEST_F(OwnDeadlineTest, AHostThatBeganToCountLateWasDeniedAProcessorItself) {
  OwnDeadline late(Start, 1s, [this] { return counts_; });
  late.begin_counting(Start + 10ms, Start + 310ms);
  ASSERT_TRUE(late.is_postponed(Start + 1s));
  EXPECT_EQ(late.time(), Start + 1300ms);
  EXPECT_FALSE(late.is_met(Start + 1301ms));
}

/// Processes that compute until the object's end.
class BusyProcesses {
 public:
  BusyProcesses() {
    for (pid_t& process : processes) {
      process = ::fork();
      if (process != 0) continue;
      while (true) asm volatile("");
    }
  }
  ~BusyProcesses() {
    for (const pid_t process : processes) {
      ::kill(process, SIGKILL);
      ::waitpid(process, nullptr, 0);
    }
  }
  std::array<pid_t, 2> processes{};
};

TEST(SchedulerCountsTest, TellWhoWantsAProcessorAndHowLongItWaited) {
  const int core = ::sched_getcpu();
  cpu_set_t cores;
  ::sched_getaffinity(0, sizeof cores, &cores);
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(core), &one);
  ::sched_setaffinity(0, sizeof one, &one);  // so that both children find the same core
  const BusyProcesses busy;
  ::sched_setaffinity(0, sizeof cores, &cores);
  const pid_t first = busy.processes.front();
  const SchedulerCounts before = scheduler_counts(first);
  SchedulerCounts now = before;
  while (denied_time(before, now) < 20ms) {
    std::this_thread::sleep_for(10ms);
    now = scheduler_counts(first);
  }
  ASSERT_EQ(now.threads.size(), 1u);
  EXPECT_TRUE(now.threads.at(first).is_runnable);
  EXPECT_FALSE(now.threads.at(first).gives_way);
  EXPECT_GT(now.ran, before.ran);
}

}  // namespace
}  // namespace tichu::arena
