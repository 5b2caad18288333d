#pragma once

#include <csignal>

namespace tichu::arena {

/// Turns SIGINT and SIGTERM into a question that can be asked, so that a tournament ends in good order. To be made
/// before any other thread, which inherit that these signals wait. After the first signal was noticed they have their
/// usual effect again: a second one ends the program at once.
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
  int descriptor_ = -1;
  bool requested_ = false;
};

}  // namespace tichu::arena
