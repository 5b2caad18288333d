#include "arena/hosting/sandbox/control_groups.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <vector>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t MiB = 1 << 20;

TEST(MemoryEnd, AKilledBotIsChargedOnlyAtItsLimit) {
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 1", 64 * MiB, 512 * MiB),
            MemoryEnd::Group);
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\noom_group_kill 0", 64 * MiB, 512 * MiB),
            MemoryEnd::Machine);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 1", 511 * MiB, 512 * MiB), MemoryEnd::Group);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 1", 300 * MiB, 512 * MiB), MemoryEnd::Machine);
}

TEST(MemoryEnd, ReachingTheLimitWithoutBeingKilledIsNoEnd) {
  EXPECT_EQ(memory_end("low 0\nhigh 0\nmax 9\noom 0\noom_kill 0\noom_group_kill 0", 64 * MiB, 512 * MiB),
            MemoryEnd::None);
  EXPECT_EQ(memory_end("oom_kill_disable 0\nunder_oom 0\noom_kill 0", 512 * MiB, 512 * MiB), MemoryEnd::None);
  EXPECT_EQ(memory_end("", 0, 512 * MiB), MemoryEnd::None);
}

/// A process that enters the group, computes for so long and ends.
void compute_in(const ControlGroup& group, std::chrono::nanoseconds time) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    bool entered = true;
    for (const FileDescriptor& procs : group.procs()) entered = ::write(procs.fd(), "0", 1) == 1 && entered;
    timespec used{};
    const auto is_over = [&used, time] {
      ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
      return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec) >= time;
    };
    while (!is_over()) continue;
    ::_exit(entered ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "it could not enter its group";
}

TEST(ControlGroup, CountsTheProcessorTimeOfWhatHasEnded) {
  using std::chrono::milliseconds;
  const ControlGroups groups = ControlGroups::find();
  if (!groups.counts_processors()) GTEST_SKIP() << "no group of this machine counts processor time";
  const ControlGroup group = groups.make({512 * MiB, 8, 1});
  compute_in(group, milliseconds(60));
  compute_in(group, milliseconds(60));
  EXPECT_GE(group.usage().processor, milliseconds(100));
}

/// Leaves the process so many descriptors, and ends it with 0 if it could then look for control groups.
[[noreturn]] void look_for_groups_with(int descriptors) {
  std::vector<int> files;
  for (int file = ::dup(STDERR_FILENO); file >= 0; file = ::dup(STDERR_FILENO)) files.push_back(file);
  for (int i = 0; i < descriptors; ++i) ::close(files[static_cast<std::size_t>(i)]);
  ControlGroups::find();
  ::_exit(0);
}

TEST(ControlGroups, OfALivingArenaAreLeftAloneByOneThatCannotReadOfIt) {
  const ControlGroups groups = ControlGroups::find();
  if (!groups.counts_processors()) GTEST_SKIP() << "this machine lets us make no group";
  const rlimit few{64, first_descriptor_limit().rlim_max};
  for (int descriptors = 1; descriptors < 5; ++descriptors) {
    const pid_t other = ::fork();
    if (other == 0) {
      ::setrlimit(RLIMIT_NOFILE, &few);
      look_for_groups_with(descriptors);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(other, &status, 0), other);
    EXPECT_NO_THROW(groups.make({512 * MiB, 8, 1})) << "with " << descriptors << " descriptors";
  }
}

/// Interrupts the process every 20 microseconds while it lives.
class Interruptions {
 public:
  Interruptions() {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGALRM, &action, &before_);
    constexpr timeval Often{0, 20};
    set(Often);
  }
  Interruptions(const Interruptions&) = delete;
  Interruptions& operator=(const Interruptions&) = delete;
  ~Interruptions() {
    set({});
    ::sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  static void set(timeval time) {
    const itimerval timer{time, time};
    ::setitimer(ITIMER_REAL, &timer, nullptr);
  }

  struct sigaction before_ {};
};

TEST(ControlGroup, IsMadeUnderSignals) {
  const ControlGroups groups = ControlGroups::find();
  if (!groups.counts_processors()) GTEST_SKIP() << "this machine lets us make no group";
  const Interruptions interruptions;
  for (int i = 0; i < 100; ++i) ASSERT_NO_THROW(groups.make({512 * MiB, 8, 1}));
}

}  // namespace
}  // namespace tichu::arena
