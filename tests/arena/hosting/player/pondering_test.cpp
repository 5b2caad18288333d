#include "arena/hosting/player/pondering.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/hosting/player/process_usage.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

const PonderingClock::Clock::time_point Begin = PonderingClock::Clock::now();

/// Works until this process has used so much more.
void work(std::chrono::nanoseconds wanted) {
  const std::chrono::nanoseconds before = time_of(CLOCK_PROCESS_CPUTIME_ID).value();
  while (time_of(CLOCK_PROCESS_CPUTIME_ID).value() < before + wanted) {
  }
}

TEST(PonderingClock, IsWhatIsUsedInAPauseWithoutTheSlack) {
  PonderingClock pondering;
  pondering.watch({::getpid()}, Begin);
  pondering.begin_pause(Begin);
  work(5ms);
  EXPECT_GE(pondering.end_pause(), 4ms);
  work(5ms);
  EXPECT_EQ(pondering.end_pause(), 0ns) << "a question after a question";
  pondering.begin_pause(Begin + 1s);
  EXPECT_EQ(pondering.end_pause(), 0ns) << "a pause without work";
}

TEST(PonderingClock, QuickPausesAreMeasuredNowAndThen) {
  PonderingClock pondering;
  pondering.watch({::getpid()}, Begin);
  pondering.begin_pause(Begin);
  pondering.end_pause();
  pondering.begin_pause(Begin + 100us);
  work(5ms);
  EXPECT_EQ(pondering.end_pause(), 0ns);
  pondering.begin_pause(Begin + 200us);
  work(5ms);
  EXPECT_GE(pondering.end_pause(), 4ms);
}

TEST(PonderingClock, AProcessThatEndedCountsNoLonger) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  PonderingClock pondering;
  pondering.watch({child, ::getpid()}, Begin);
  pondering.begin_pause(Begin);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  work(5ms);
  EXPECT_GE(pondering.end_pause(), 4ms);
  pondering.begin_pause(Begin + 1s);
  EXPECT_EQ(pondering.end_pause(), 0ns);
}

TEST(PonderingClock, LooksForProcessesOnceASecond) {
  PonderingClock pondering;
  EXPECT_TRUE(pondering.wants_processes(Begin));
  pondering.watch({::getpid()}, Begin);
  EXPECT_FALSE(pondering.wants_processes(Begin + 999ms));
  EXPECT_TRUE(pondering.wants_processes(Begin + 1s));
}

}  // namespace
}  // namespace tichu::arena
