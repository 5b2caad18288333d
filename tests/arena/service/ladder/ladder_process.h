#pragma once

#include <filesystem>
#include <memory>

#include "arena/hosting/sandbox/program_launcher.h"

namespace tichu::arena::tests {

/// A process that runs a ladder, for tests to kill.
class LadderProcess {
 public:
  explicit LadderProcess(const std::filesystem::path& ladder);
  ~LadderProcess();
  LadderProcess(const LadderProcess&) = delete;
  LadderProcess& operator=(const LadderProcess&) = delete;

  /// Sends the signal and waits for its end. True if it had ended by itself before.
  bool end(int signal);

 private:
  std::unique_ptr<LaunchedProgram> program_;
};

}  // namespace tichu::arena::tests
