#include "arena/tournament/play/stop_signal.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace tichu::arena {
namespace {

TEST(StopSignal, TellsOfASignalOnceItHasCome) {
  for (const int number : {SIGINT, SIGTERM}) {
    StopSignal stop;
    EXPECT_FALSE(stop.requested());
    ::kill(::getpid(), number);
    EXPECT_TRUE(stop.requested());
    EXPECT_TRUE(stop.requested());
  }
}

TEST(StopSignal, GivesASecondSignalItsUsualEffect) {
  EXPECT_EXIT(
      {
        StopSignal stop;
        ::kill(::getpid(), SIGTERM);
        if (stop.requested()) ::kill(::getpid(), SIGTERM);
        ::_exit(0);
      },
      testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace tichu::arena
