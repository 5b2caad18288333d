#include "arena/seats/table/beat.h"

#include <gtest/gtest.h>

#include <thread>

namespace tichu::arena {
namespace {

using std::chrono_literals::operator""ms;

constexpr SteadyBeat::Clock::time_point Mark{};

TEST(SteadyBeat, TheNextBeatDoesNotTellWhenItWasAskedFor) {
  for (const auto thought : {0ms, 1ms, 350ms, 699ms})
    EXPECT_EQ(SteadyBeat::next(Mark, Mark + thought, 700ms), Mark + 700ms);
}

TEST(SteadyBeat, WhoThinksLongerMissesWholeBeats) {
  EXPECT_EQ(SteadyBeat::next(Mark, Mark + 700ms, 700ms), Mark + 1400ms);
  EXPECT_EQ(SteadyBeat::next(Mark, Mark + 1401ms, 700ms), Mark + 2100ms);
}

TEST(SteadyBeat, WithoutPaceNothingIsWaitedFor) { EXPECT_EQ(SteadyBeat::next(Mark, Mark + 5ms, 0ms), Mark + 5ms); }

TEST(SteadyBeat, AnotherPaceCountsAtOnce) {
  SteadyBeat beat(std::chrono::hours(1));
  std::mutex mutex;
  std::condition_variable changed;
  Beat::Lock lock(mutex);
  std::jthread hurrying([&] {
    const std::scoped_lock held(mutex);
    beat.set_pace(0ms);
    changed.notify_all();
  });
  beat.await(lock, changed, [] { return false; });
  SUCCEED() << "an hour was not waited for";
}

TEST(SteadyBeat, AwaitingEndsWithWhatItWaitsFor) {
  SteadyBeat beat(std::chrono::hours(1));
  std::mutex mutex;
  std::condition_variable changed;
  Beat::Lock lock(mutex);
  beat.await(lock, changed, [] { return true; });
  SUCCEED() << "an hour was not waited for";
}

}  // namespace
}  // namespace tichu::arena
