#include "arena/service/commands/hangup_signal.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace tichu::arena {
namespace {

bool has_terminal() {
  const int terminal = ::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal >= 0) ::close(terminal);
  return terminal >= 0;
}

sigset_t only_hangup() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGHUP);
  return signals;
}

}  // namespace

HangupSignal::HangupSignal() {
  struct sigaction before {};
  ::sigaction(SIGHUP, nullptr, &before);
  ends_with_terminal_ = before.sa_handler != SIG_IGN && has_terminal();
  const sigset_t signals = only_hangup();
  descriptor_ = ::signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "cannot wait for SIGHUP");
  // A signal that waits is kept even if it is ignored, as nohup has it.
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

HangupSignal::~HangupSignal() {
  take();  // too late
  const sigset_t signals = only_hangup();
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  ::close(descriptor_);
}

HangupSignal::Meaning HangupSignal::take() {
  signalfd_siginfo info;
  bool came = false;
  while (::read(descriptor_, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) came = true;
  if (!came) return Meaning::None;
  return ends_with_terminal_ && !has_terminal() ? Meaning::TerminalGone : Meaning::Reload;
}

}  // namespace tichu::arena
