// Works while others think: tries to be woken whenever it is halted, and to have its box's first process wake it.

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <thread>

#include "tests/bots/hostile/hostile_bot.h"

namespace tichu::tests {
namespace {

class HaltDodger : public HostileBot {
 public:
  using HostileBot::HostileBot;

 private:
  void attack() override {
    ::signal(SIGCONT, [](int) {});
    for (const int signal : {SIGUSR1, SIGUSR2}) ::signal(signal, SIG_IGN);
    constexpr long Millisecond = 1'000'000;
    for (const long period : {7, 20, 33, 59, 98, 150}) wake_every(period * Millisecond);
    std::thread([] {
      ::setpriority(PRIO_PROCESS, 0, 19);  // leaves room for others, so that nothing else is tried at their cost
      while (true) pester();
    }).detach();
  }

  static void wake_every(long nanoseconds) {
    timer_t timer{};
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGCONT;
    const itimerspec when{{0, nanoseconds}, {0, nanoseconds}};
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) ::timer_settime(timer, 0, &when, nullptr);
  }

  static void pester() {
    constexpr pid_t FirstProcess = 1;
    constexpr pid_t OwnGroup = 0;
    for (const int signal : {SIGUSR1, SIGUSR2, SIGCHLD}) {
      if (::kill(FirstProcess, signal) == 0) std::abort();  // it is to be out of reach
      ::kill(OwnGroup, signal);
    }
    ::kill(::getpid(), SIGCONT);
  }
};

}  // namespace
}  // namespace tichu::tests

int main(int count, char** words) { return tichu::tests::play<tichu::tests::HaltDodger>(count, words); }
