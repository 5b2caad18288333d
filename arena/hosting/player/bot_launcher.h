#pragma once

#include <optional>
#include <tl/expected.hpp>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/sandbox.h"

namespace tichu::arena {

/// What is started for a bot in a process of its own: the program itself, or the plug-in host with the plug-in.
ProgramCommand program_of(const BotSpec& spec);

/// Starts a bot's program as often as it is needed. If the bot is not trusted, each start has a box of its own.
class BotLauncher {
 public:
  /// `sandbox` must outlive this object; a trusted bot does not use it. null: the bot runs without one.
  BotLauncher(const BotSpec& spec, const Sandbox* sandbox) : spec_(spec), sandbox_(spec.trusted ? nullptr : sandbox) {}

  /// What the bot runs in; null if in no sandbox.
  const Sandbox* sandbox() const { return sandbox_; }
  /// The limits of the bot's sandbox; null if it runs in none.
  const SandboxConfig* limits() const { return sandbox_ == nullptr ? nullptr : &sandbox_->config(); }
  /// Throws std::runtime_error if this machine makes no boxes any more, whatever the bot. Only for a bot in a box.
  void expect_boxes() const;
  /// Throws std::system_error if the host fails.
  tl::expected<LaunchedProgram, ExecError> start();

 private:
  BotSpec spec_;
  const Sandbox* sandbox_;
  std::optional<BoxedCommand> boxed_;  ///< made with the first start
};

}  // namespace tichu::arena
