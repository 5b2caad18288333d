#pragma once

#include <string>

#include "arena/seats/table/beat.h"

namespace tichu::tests {

/// Beats without a clock, which keep note of how often they are waited for and counted anew. Its functions have the
/// seat's lock.
class InstantBeat : public arena::Beat {
 public:
  InstantBeat() : Beat(std::chrono::milliseconds(700)) {}

  void await(Lock& lock, std::condition_variable& changed, const std::function<bool()>& ends) override {
    noted_ += "await ";
    if (patient) changed.wait(lock, ends);
  }
  void mark() override { noted_ += "mark "; }

  /// What was noted since the last time.
  std::string take() { return std::exchange(noted_, {}); }

  bool patient = false;  ///< waits until what it waits for comes: the beat of somebody who is never too late

 private:
  std::string noted_;
};

}  // namespace tichu::tests
