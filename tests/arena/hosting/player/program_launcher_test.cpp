#include "arena/hosting/sandbox/program_launcher.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "arena/hosting/player/child_process.h"
#include "arena/hosting/sandbox/posix.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

ProgramCommand shell(const std::string& script) { return {"/bin/sh", {"-c", script}}; }

/// All that a shell script writes to its standard output.
std::string output_of(const std::string& script) {
  ChildProcess process(*launch_program(shell(script)));
  std::string all;
  const auto deadline = ChildProcess::Clock::now() + 120s;
  for (Arrival arrival = process.wait(deadline); arrival.end == WaitEnd::Bytes; arrival = process.wait(deadline)) {
    all += arrival.bytes;
  }
  return all;
}

int exec_error(const char* path) {
  const auto launched = launch_program({path, {}});
  return launched ? 0 : launched.error().error_number;
}

TEST(ProgramLauncher, AFailedExecutionGivesItsErrorAndNoZombie) {
  EXPECT_EQ(exec_error("/nowhere/bot"), ENOENT);
  EXPECT_EQ(exec_error("/tmp/no-such-bot"), ENOENT);
  EXPECT_EQ(exec_error("/etc/passwd"), EACCES);
  EXPECT_FALSE(tests::has_zombie_child());
}

/// Starts a program as a user who may have no more processes, and ends with exit code 3 where that is an exception.
[[noreturn]] void launch_without_processes() {
  constexpr uid_t Nobody = 65534;
  const rlimit none{0, 0};
  if (::geteuid() == 0 && ::setresuid(Nobody, Nobody, Nobody) != 0) ::_exit(4);
  ::setrlimit(RLIMIT_NPROC, &none);
  try {
    launch_program(shell("true"));
  } catch (const std::system_error& error) {
    std::fputs(error.what(), stderr);
    ::_exit(error.code().value() == EAGAIN ? 3 : 5);
  }
  ::_exit(0);
}

TEST(ProgramLauncherDeathTest, AProcessThatCannotBeMadeIsTheHostsFailure) {
  EXPECT_EXIT(launch_without_processes(), testing::ExitedWithCode(3), "cannot make a process for a bot");
}

TEST(ProgramLauncher, TheProgramHasNoDescriptorOfTheArena) {
  const FileDescriptor open_file(::open("/etc/passwd", O_RDONLY));
  ASSERT_TRUE(open_file.is_open());
  // The shell's own listing of its folder of descriptors is open while it lists: 0, 1, 2 and one more at most.
  const std::string listed = output_of("for f in /proc/self/fd/*; do readlink $f; done");
  EXPECT_EQ(listed.find("/etc/passwd"), std::string::npos) << listed;
  EXPECT_NE(listed.find("pipe:"), std::string::npos) << listed;
}

TEST(ProgramLauncher, TheProgramHasTheLimitOfOpenFilesThatTheArenaHadFirst) {
  const rlimit first = first_descriptor_limit();
  const rlimit lower{first.rlim_cur / 2, first.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &lower), 0);
  EXPECT_EQ(output_of("ulimit -n"), std::to_string(first.rlim_cur) + "\n");
  raise_descriptor_limit();
  EXPECT_EQ(descriptor_limit(), first.rlim_max);
  EXPECT_EQ(output_of("ulimit -Sn"), std::to_string(first.rlim_cur) + "\n");
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &first), 0);
}

TEST(ProgramLauncher, TheProgramStandsInItsOwnFolder) { EXPECT_EQ(output_of("pwd -P"), output_of("cd /bin; pwd -P")); }

TEST(ProgramLauncher, TheProgramHasDefaultSignalHandlers) {
  const std::string ignored = output_of("grep SigIgn /proc/self/status");
  EXPECT_EQ(ignored, "SigIgn:\t0000000000000000\n");
  EXPECT_EQ(output_of("grep SigBlk /proc/self/status"), "SigBlk:\t0000000000000000\n");
}

TEST(ProgramLauncher, SeveralThreadsLaunchAtOnce) {
  std::vector<std::jthread> threads;
  std::array<int, 4> good{};
  for (int& count : good) {
    threads.emplace_back([&count] {
      for (int i = 0; i < 50; ++i) count += output_of("echo here") == "here\n" ? 1 : 0;
    });
  }
  threads.clear();
  for (const int count : good) EXPECT_EQ(count, 50);
  EXPECT_FALSE(tests::has_zombie_child());
}

TEST(ProgramLauncher, AProgramDiesWithTheThreadThatStartedIt) {
  std::optional<LaunchedProgram> program;
  std::jthread([&program] { program = *launch_program(shell("read forever")); }).join();
  int status = 0;
  ASSERT_EQ(::waitpid(program->pid, &status, 0), program->pid);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST(ChildProcess, OutputBeforeTheEndArrivesAndTheEndIsNamed) {
  ChildProcess process(*launch_program(shell("echo last words; exit 7")));
  const auto deadline = ChildProcess::Clock::now() + 120s;
  const Arrival arrival = process.wait(deadline);
  ASSERT_EQ(arrival.end, WaitEnd::Bytes);
  EXPECT_EQ(arrival.bytes, "last words\n");
  EXPECT_EQ(process.wait(deadline).end, WaitEnd::Ended);
  EXPECT_EQ(process.ending(), "ended with exit code 7");
}

TEST(ChildProcess, AProgramThatDoesNotReadCannotBlockTheArena) {
  ChildProcess process(*launch_program(shell("while :; do read -r x < /dev/zero; done")));
  process.send(std::string(1 << 22, 'x'));
  EXPECT_TRUE(process.has_unsent());
  EXPECT_EQ(process.wait(ChildProcess::Clock::now() + 20ms).end, WaitEnd::Deadline);
}

TEST(ChildProcess, ARequestLongerThanThePipeIsSentWhileWaiting) {
  ChildProcess process(*launch_program(shell("head -c 4194304 | tail -c 3")));
  process.send(std::string((1 << 22) - 3, 'x') + "end");
  const Arrival arrival = process.wait(ChildProcess::Clock::now() + 120s);
  ASSERT_EQ(arrival.end, WaitEnd::Bytes);
  EXPECT_EQ(arrival.bytes, "end");
  EXPECT_FALSE(process.has_unsent());
}

TEST(ChildProcess, AnEndlessWriterOfStandardErrorIsFoundBeforeTheDeadline) {
  ChildProcess process(*launch_program(shell("yes >&2")));
  EXPECT_EQ(process.wait(ChildProcess::Clock::now() + 120s).end, WaitEnd::ErrorFlood);
  EXPECT_GT(process.errors().size(), 0u);
}

}  // namespace
}  // namespace tichu::arena
