#include "tests/arena/service/ladder/ladder_process.h"

#include <signal.h>
#include <sys/wait.h>

#include <stdexcept>
#include <utility>

#include "arena/installation.h"

namespace tichu::arena::tests {

LadderProcess::LadderProcess(const std::filesystem::path& ladder) {
  auto program = launch_program({arena_folder() / "bin" / "run_ladder", {ladder.string()}, "/"});
  if (!program) throw std::runtime_error("cannot run the ladder");
  program_ = std::make_unique<LaunchedProgram>(std::move(*program));
}

LadderProcess::~LadderProcess() { end(SIGKILL); }

bool LadderProcess::end(int signal) {
  if (!program_) return false;
  int status = 0;
  const bool ended = ::waitpid(program_->pid, &status, WNOHANG) == program_->pid;
  if (!ended) {
    ::kill(program_->pid, signal);
    ::waitpid(program_->pid, &status, 0);
  }
  program_.reset();
  return ended;
}

}  // namespace tichu::arena::tests
