#include "arena/hosting/player/child_process.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <string>
#include <utility>

#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/program_launcher.h"

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using Clock = ChildProcess::Clock;

/// A shell that has written "one" already, writes "two" when it has read a line, and lives until its input ends.
ChildProcess shell_that_wrote() {
  LaunchedProgram program = *launch_program({"/bin/sh", {"-c", "printf one; read line; printf two; read line"}});
  pollfd output{program.output.fd(), POLLIN, 0};
  EXPECT_EQ(::poll(&output, 1, 10'000), 1);
  return ChildProcess(std::move(program));
}

TEST(ChildProcess, BytesCountWhereTheHostWasTooLateToLook) {
  ChildProcess process = shell_that_wrote();
  const Arrival arrival = process.wait(Clock::now() - 1s);
  EXPECT_EQ(arrival.end, WaitEnd::Bytes);
  EXPECT_EQ(arrival.bytes, "one");
}

TEST(ChildProcess, AfterTheDeadlineThereIsOneLookAlone) {
  ChildProcess process = shell_that_wrote();
  const Clock::time_point deadline = Clock::now() - 1s;
  EXPECT_EQ(process.wait(deadline).end, WaitEnd::Bytes);
  process.send("\n");
  EXPECT_EQ(process.wait(deadline).end, WaitEnd::Deadline);
  EXPECT_EQ(process.wait(Clock::now() + 120s).bytes, "two");
}

TEST(ChildProcess, AFirstLookWithoutBytesEndsTheWait) {
  ChildProcess process = shell_that_wrote();
  EXPECT_EQ(process.wait(Clock::now() + 120s).bytes, "one");
  EXPECT_EQ(process.wait(Clock::now()).end, WaitEnd::Deadline);
}

TEST(ChildProcess, WhatIsSeenJustAfterTheDeadlineIsLate) {
  constexpr Clock::time_point Deadline{1h};
  EXPECT_TRUE(is_in_time(Deadline, Deadline));
  EXPECT_FALSE(is_in_time(Deadline + 1ns, Deadline));
  EXPECT_FALSE(is_in_time(Deadline + Lateness, Deadline));
  EXPECT_TRUE(is_in_time(Deadline + Lateness + 1ns, Deadline));
}

TEST(ChildProcess, BytesTellWhenTheyWereSeen) {
  ChildProcess process = shell_that_wrote();
  const Clock::time_point before = Clock::now();
  const Arrival arrival = process.wait(before + 120s);
  EXPECT_GE(arrival.at, before);
  EXPECT_LE(arrival.at, Clock::now());
}

}  // namespace
}  // namespace tichu::arena
