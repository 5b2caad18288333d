#include "arena/hosting/player/process_usage.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <stdexcept>

#include "arena/hosting/player/fault_texts.h"

namespace tichu::arena {
namespace {

/// A child that does something without end.
class Child {
 public:
  explicit Child(const std::function<void()>& work) : pid_(::fork()) {
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    if (pid_ > 0) return;
    work();
    ::_exit(0);
  }
  ~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  /// What it waits for, once it does.
  KernelWait wait() const {
    KernelWait found = KernelWait::Unknown;
    while (found == KernelWait::Unknown) found = kernel_wait(pid_);
    return found;
  }

 private:
  pid_t pid_;
};

TEST(KernelWait, TellsInputFromTime) {
  std::array<int, 2> input{};
  ASSERT_EQ(::pipe(input.data()), 0);
  const Child reader([&input] {
    ::dup2(input[0], STDIN_FILENO);
    char byte = 0;
    if (::read(STDIN_FILENO, &byte, 1) != 1) ::_exit(1);
  });
  EXPECT_EQ(reader.wait(), KernelWait::Input);
  const Child sleeper([] {
    const timespec hour{3600, 0};
    ::nanosleep(&hour, nullptr);
  });
  EXPECT_EQ(sleeper.wait(), KernelWait::Time);
}

TEST(LateAnswer, SaysWhatTheBotWaitsForIfItUsedNoTime) {
  using namespace std::chrono_literals;
  EXPECT_EQ(late_answer(1000ms, UseOfTime::Waited, KernelWait::Input).text,
            "gave no answer within 1000 ms and used no processor time: it waits for more input, its answer was not "
            "written or not flushed");
  EXPECT_EQ(late_answer(1000ms, UseOfTime::Waited, KernelWait::Time).text,
            "gave no answer within 1000 ms and used no processor time: it sleeps");
  EXPECT_EQ(late_answer(1000ms, UseOfTime::Computed, KernelWait::Time).text,
            "gave no answer within 1000 ms and computed all the time");
}

TEST(MissingGreeting, SaysThatTheProgramComputed) {
  using namespace std::chrono_literals;
  const Fault fault = no_greeting(10s, UseOfTime::Computed);
  EXPECT_EQ(fault.cause, FaultCause::Computed);
  EXPECT_EQ(fault.text,
            "did not greet within 10000 ms (the limit start_ms) and computed all the time: greet before what takes "
            "long, or raise start_ms");
}

}  // namespace
}  // namespace tichu::arena
