#pragma once

#include <csignal>

namespace tichu::arena {

/// Turns SIGINT, SIGTERM and SIGHUP (a closed terminal, a lost connection) into a question that can be asked, so that a
/// tournament ends in good order. To be made before any other thread, which inherit that these signals wait. After the
/// first signal was noticed SIGINT and SIGTERM have their usual effect again: a second one ends the program at once. A
/// terminal that closes sends SIGHUP several times, so a second one changes nothing; under nohup it has no effect.
class StopSignal {
 public:
  /// Throws std::system_error if the host refuses.
  StopSignal();
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  /// Whether a signal has come. Does not wait. To be called by the thread that made this object.
  bool requested();

 private:
  sigset_t before_{};
  sigset_t after_{};  ///< what is held back once a signal was noticed
  int descriptor_ = -1;
  bool requested_ = false;
};

}  // namespace tichu::arena
