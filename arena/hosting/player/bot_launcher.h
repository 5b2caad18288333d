#pragma once

#include <optional>
#include <variant>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// Starts a bot's program as often as it is needed: of a bot that is not trusted each time in a box of its own.
class BotLauncher {
 public:
  /// The sandbox, which must outlive this object, is for a bot that is not trusted; null: it runs without one.
  BotLauncher(const BotSpec& spec, const Sandbox* sandbox) : spec_(spec), sandbox_(spec.trusted ? nullptr : sandbox) {}

  /// The limits of the bot's sandbox; null where it runs in none.
  const SandboxConfig* limits() const { return sandbox_ == nullptr ? nullptr : &sandbox_->config(); }
  /// Throws std::system_error where the host fails.
  std::variant<LaunchedProgram, ExecError> start();

 private:
  BotSpec spec_;
  const Sandbox* sandbox_;
  std::optional<BoxedCommand> boxed_;  ///< made with the first start
};

}  // namespace tichu::arena
