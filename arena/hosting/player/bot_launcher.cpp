#include "arena/hosting/player/bot_launcher.h"

#include "arena/hosting/sandbox/host_programs.h"

namespace tichu::arena {

ProgramCommand program_of(const BotSpec& spec) {
  if (spec.kind == BotKind::Program) return {spec.path, spec.arguments, {}};
  const std::filesystem::path plugin = std::filesystem::absolute(spec.path).lexically_normal();
  return {host_programs().plugin_host, {plugin.string()}, plugin.parent_path()};
}

tl::expected<LaunchedProgram, ExecError> BotLauncher::start() {
  if (sandbox_ == nullptr) return launch_program(program_of(spec_));
  if (!boxed_) boxed_.emplace(sandbox_->prepare(program_of(spec_)));
  return boxed_->start();
}

}  // namespace tichu::arena
