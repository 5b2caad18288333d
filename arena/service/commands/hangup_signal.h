#pragma once

namespace tichu::arena {

/// Turns SIGHUP into a question that can be asked, for a service that reads its settings anew. To be made before any
/// other thread, which inherit that the signal waits; what comes while nobody asks is not lost.
class HangupSignal {
 public:
  /// What a signal that came meant.
  enum class Meaning {
    None,         ///< none came
    Reload,       ///< somebody sent it
    TerminalGone  ///< the terminal from which the program was started is gone, and it was not started by nohup
  };

  /// Throws std::system_error if the host refuses.
  HangupSignal();
  ~HangupSignal();
  HangupSignal(const HangupSignal&) = delete;
  HangupSignal& operator=(const HangupSignal&) = delete;

  /// What came since the last call. Does not wait.
  Meaning take();

 private:
  int descriptor_ = -1;
  bool ends_with_terminal_ = false;
};

}  // namespace tichu::arena
