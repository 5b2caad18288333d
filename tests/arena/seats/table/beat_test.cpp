#include "arena/seats/table/beat.h"

#include <gtest/gtest.h>

#include <thread>

namespace tichu::arena {
namespace {

using std::chrono_literals::operator""ms;

constexpr SteadyBeat::Clock::time_point Marked{};

TEST(SteadyBeat, TheNextBeatDoesNotTellWhenItWasAskedFor) {
  for (const auto thought : {0ms, 1ms, 350ms, 699ms})
    EXPECT_EQ(SteadyBeat::next(Marked, Marked + thought, 700ms), Marked + 700ms);
}

TEST(SteadyBeat, WhoThinksLongerMissesWholeBeats) {
  EXPECT_EQ(SteadyBeat::next(Marked, Marked + 700ms, 700ms), Marked + 1400ms);
  EXPECT_EQ(SteadyBeat::next(Marked, Marked + 1401ms, 700ms), Marked + 2100ms);
}

TEST(SteadyBeat, WithoutPaceNothingIsWaitedFor) {
  EXPECT_EQ(SteadyBeat::next(Marked, Marked + 5ms, 0ms), Marked + 5ms);
}

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

TEST(SteadyBeat, ATimeForBombsIsCutShortOnceNobodyChoosesAnyMore) {
  SteadyBeat beat(0ms);
  beat.set_bomb_time(std::chrono::hours(1));
  std::mutex mutex;
  std::condition_variable changed;
  Beat::Lock lock(mutex);
  bool chooses = true;
  std::jthread choosing([&] {
    const std::scoped_lock held(mutex);
    beat.set_bomb_time(std::chrono::hours(2));
    chooses = false;
    changed.notify_all();
  });
  beat.await_window(
      lock, changed, [] { return false; }, [&] { return chooses; });
  EXPECT_FALSE(chooses);
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
