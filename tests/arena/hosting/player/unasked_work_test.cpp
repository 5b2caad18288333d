#include "arena/hosting/player/unasked_work.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/hosting/player/process_usage.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

const UnaskedWork::Clock::time_point Begin = UnaskedWork::Clock::now();

/// Works until this process has used so much more.
void work(std::chrono::nanoseconds wanted) {
  const std::chrono::nanoseconds before = time_of(CLOCK_PROCESS_CPUTIME_ID).value();
  while (time_of(CLOCK_PROCESS_CPUTIME_ID).value() < before + wanted) {
  }
}

TEST(UnaskedWork, IsWhatIsUsedInAPauseWithoutTheSlack) {
  UnaskedWork unasked;
  unasked.watch({::getpid()}, Begin);
  unasked.begin_pause(Begin);
  work(5ms);
  EXPECT_GE(unasked.end_pause(), 4ms);
  work(5ms);
  EXPECT_EQ(unasked.end_pause(), 0ns) << "a question after a question";
  unasked.begin_pause(Begin + 1s);
  EXPECT_EQ(unasked.end_pause(), 0ns) << "a pause without work";
}

TEST(UnaskedWork, QuickPausesAreMeasuredNowAndThen) {
  UnaskedWork unasked;
  unasked.watch({::getpid()}, Begin);
  unasked.begin_pause(Begin);
  unasked.end_pause();
  unasked.begin_pause(Begin + 100us);
  work(5ms);
  EXPECT_EQ(unasked.end_pause(), 0ns);
  unasked.begin_pause(Begin + 200us);
  work(5ms);
  EXPECT_GE(unasked.end_pause(), 4ms);
}

TEST(UnaskedWork, AProcessThatEndedCountsNoLonger) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  UnaskedWork unasked;
  unasked.watch({child, ::getpid()}, Begin);
  unasked.begin_pause(Begin);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  work(5ms);
  EXPECT_GE(unasked.end_pause(), 4ms);
  unasked.begin_pause(Begin + 1s);
  EXPECT_EQ(unasked.end_pause(), 0ns);
}

TEST(UnaskedWork, LooksForProcessesOnceASecond) {
  UnaskedWork unasked;
  EXPECT_TRUE(unasked.wants_processes(Begin));
  unasked.watch({::getpid()}, Begin);
  EXPECT_FALSE(unasked.wants_processes(Begin + 999ms));
  EXPECT_TRUE(unasked.wants_processes(Begin + 1s));
}

}  // namespace
}  // namespace tichu::arena
