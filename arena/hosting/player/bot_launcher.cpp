#include "arena/hosting/player/bot_launcher.h"

#include "arena/hosting/player/program_of_bot.h"

namespace tichu::arena {

std::variant<LaunchedProgram, ExecError> BotLauncher::start() {
  if (sandbox_ == nullptr) return launch_program(program_of(spec_));
  if (!boxed_) boxed_.emplace(sandbox_->prepare(program_of(spec_)));
  return boxed_->start();
}

}  // namespace tichu::arena
