#include "arena/hosting/player/wait_set.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;
using Clock = WaitSet::Clock;

/// A pipe in a set: its read end has bit 1.
class WaitSetTest : public testing::Test {
 protected:
  WaitSetTest() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    reads_ = FileDescriptor(ends[0]);
    writes_ = FileDescriptor(ends[1]);
    set_.add_reader(reads_.fd(), 1);
  }
  void write() const { EXPECT_EQ(::write(writes_.fd(), "x", 1), 1); }
  void read() const {
    char byte = 0;
    EXPECT_EQ(::read(reads_.fd(), &byte, 1), 1);
  }

  WaitSet set_;
  FileDescriptor reads_;
  FileDescriptor writes_;
};

TEST_F(WaitSetTest, TellsWhatIsReady) {
  set_.add_writer(writes_.fd(), 4);
  EXPECT_EQ(set_.wait(Clock::now() + 1h), 4u);
  write();
  EXPECT_EQ(set_.wait(Clock::now() + 1h), 5u);
  set_.remove(writes_.fd());
  EXPECT_EQ(set_.wait(Clock::now() + 1h), 1u);
}

TEST_F(WaitSetTest, TheEndOfAPipeIsReadyToo) {
  writes_.close();
  EXPECT_EQ(set_.wait(Clock::now() + 1h), 1u);
}

TEST_F(WaitSetTest, NothingComesBeforeTheDeadline) {
  const Clock::time_point deadline = Clock::now() + 2ms;
  EXPECT_EQ(set_.wait(deadline), std::nullopt);
  EXPECT_GE(Clock::now(), deadline);
}

TEST_F(WaitSetTest, AfterTheDeadlineThereIsOneLook) {
  EXPECT_EQ(set_.wait(Clock::now() - 1h), std::nullopt);
  write();
  EXPECT_EQ(set_.wait(Clock::now() - 1h), 1u);
}

TEST_F(WaitSetTest, ATimerThatIsSetTooEarlyOrTooLateDoesNoHarm) {
  write();
  EXPECT_EQ(set_.wait(Clock::now() + 1ms), 1u);  // sets the timer
  read();
  const Clock::time_point later = Clock::now() + 5ms;
  EXPECT_EQ(set_.wait(later), std::nullopt);
  EXPECT_GE(Clock::now(), later);
  write();
  EXPECT_EQ(set_.wait(Clock::now() + 1h), 1u);
  read();
  EXPECT_EQ(set_.wait(Clock::now() + 1ms), std::nullopt) << "the timer goes off before the hour is over";
}

}  // namespace
}  // namespace tichu::arena
