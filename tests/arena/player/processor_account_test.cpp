#include "arena/player/processor_account.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "arena/player/program_player.h"
#include "tests/arena/player/seat_at_deal.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

TEST(ProcessorAccount, WhatOthersRanIsWithheld) {
  EXPECT_EQ(withheld({{1, {5ms, 10ms}}}, {{1, {35ms, 80ms}}}, 100ms), 70ms);
}

TEST(ProcessorAccount, ThreadsThatWaitForEachOtherAreKeptByNobody) {
  const ThreadTimes none;
  EXPECT_EQ(withheld(none, {{1, {50ms, 50ms}}, {2, {50ms, 50ms}}}, 100ms), 0ms);
  EXPECT_EQ(withheld(none, {{1, {20ms, 80ms}}, {2, {20ms, 80ms}}}, 100ms), 60ms);
  EXPECT_EQ(withheld(none, {{1, {100ms, 0ms}}, {2, {100ms, 0ms}}}, 100ms), 0ms) << "two at a time";
}

TEST(ProcessorAccount, WhoSleepsIsKeptByNobody) {
  EXPECT_EQ(withheld({{1, {5ms, 10ms}}}, {{1, {6ms, 10ms}}}, 100ms), 0ms);
  EXPECT_EQ(withheld({}, {}, 100ms), 0ms);
}

TEST(ProcessorAccount, KnowsTheThreadsOfAProcess) {
  const ThreadTimes before = thread_times(::getpid());
  ASSERT_TRUE(before.contains(::gettid()));
  std::atomic<pid_t> number = 0;
  std::atomic<bool> stop = false;
  std::thread other([&] {
    number = ::gettid();
    number.notify_one();
    stop.wait(false);
  });
  number.wait(0);
  EXPECT_TRUE(thread_times(::getpid()).contains(number));
  stop = true;
  stop.notify_one();
  other.join();
}

/// Threads that take the calling thread's core from it and from what it starts.
class BusyCore {
 public:
  BusyCore() {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(::sched_getcpu(), &one);
    ::sched_setaffinity(0, sizeof one, &one);
    for (int i = 0; i < 12; ++i) {
      threads_.emplace_back([this] {
        while (!stop_) {
        }
      });
    }
  }
  ~BusyCore() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    ::sched_setaffinity(0, sizeof before_, &before_);
  }
  BusyCore(const BusyCore&) = delete;
  BusyCore& operator=(const BusyCore&) = delete;

 private:
  cpu_set_t before_{};
  std::atomic<bool> stop_ = false;
  std::vector<std::thread> threads_;
};

TEST(ProcessorAccount, ABotThatWasKeptFromItsProcessorIsNotLate) {
  const BusyCore busy;
  ProgramPlayer player(tests::scripted_program(tests::new_tag(), {"--toil-at", "1"}), {});
  ASSERT_FALSE(player.sit_down({}));
  EXPECT_TRUE(thread_times(::getpid()).contains(player.process_id().value())) << "children are found";
  tests::SeatAtDeal seat(player);
  const auto said = seat.ask_grand_tichu(100ms);
  EXPECT_TRUE(std::holds_alternative<Answer>(said)) << std::get<Fault>(said).text;
}

}  // namespace
}  // namespace tichu::arena
