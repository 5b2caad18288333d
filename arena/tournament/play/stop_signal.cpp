#include "arena/tournament/play/stop_signal.h"

#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tichu::arena {

StopSignal::StopSignal() {
  sigset_t stops;
  sigemptyset(&stops);
  sigaddset(&stops, SIGINT);
  sigaddset(&stops, SIGTERM);
  // What waits would be told even if it is ignored, as nohup wants it.
  struct sigaction hangup {};
  ::sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&stops, SIGHUP);
  descriptor_ = ::signalfd(-1, &stops, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "cannot wait for signals");
  ::pthread_sigmask(SIG_BLOCK, &stops, &before_);
  after_ = before_;
  if (sigismember(&stops, SIGHUP) == 1) sigaddset(&after_, SIGHUP);
}

StopSignal::~StopSignal() {
  signalfd_siginfo info;
  while (::read(descriptor_, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) continue;  // too late for these
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  ::close(descriptor_);
}

bool StopSignal::requested() {
  if (requested_) return true;
  signalfd_siginfo info;
  requested_ = ::read(descriptor_, &info, sizeof info) == static_cast<ssize_t>(sizeof info);
  if (requested_) ::pthread_sigmask(SIG_SETMASK, &after_, nullptr);
  return requested_;
}

}  // namespace tichu::arena
