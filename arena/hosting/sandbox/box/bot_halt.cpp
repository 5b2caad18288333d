#include "arena/hosting/sandbox/box/bot_halt.h"

#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arena/hosting/sandbox/box_options.h"
#include "arena/hosting/sandbox/box_report.h"

namespace tichu::arena {
namespace {

/// The filter forbids a bot to wake itself by signals and timers; the kernel also continues stopped processes when a
/// process that takes long to end leaves their group an orphan or hangs up their terminal. Such a wake is to be worth
/// little. Once costs some 40 microseconds.
constexpr std::chrono::milliseconds BetweenStops(50);

}  // namespace

void BotHalt::obey() {
  BoxOrder order{};
  ssize_t size = 0;
  while ((size = ::recv(BoxChannel, &order, sizeof(order), MSG_DONTWAIT)) == sizeof(order)) {
    due_.reset();
    if (order == BoxOrder::Halt) due_ = Clock::now();
    if (order == BoxOrder::Resume) ::kill(-1, SIGCONT);
  }
  if (size == 0) ::_exit(127);
  if (!due_ || Clock::now() < *due_) return;
  ::kill(-1, SIGSTOP);
  due_ = Clock::now() + BetweenStops;
}

}  // namespace tichu::arena
