#include "arena/hosting/player/bot_launcher.h"

#include <stdexcept>
#include <string>

#include "arena/installation.h"

namespace tichu::arena {

ProgramCommand program_of(const BotSpec& spec) {
  if (is_program(spec.kind)) return {spec.path, spec.arguments, {}, spec.needs};
  const std::filesystem::path plugin = std::filesystem::absolute(spec.path).lexically_normal();
  return {libexec_program("tichu-plugin-host"), {plugin.string()}, plugin.parent_path(), spec.needs};
}

void BotLauncher::expect_boxes() const {
  const tl::expected<void, std::string> stands = sandbox_->try_out();
  if (!stands) throw std::runtime_error("this machine makes no boxes for bots any more: " + stands.error());
}

tl::expected<LaunchedProgram, ExecError> BotLauncher::start() {
  if (sandbox_ == nullptr) return launch_program(program_of(spec_));
  if (!boxed_) boxed_.emplace(sandbox_->prepare(program_of(spec_)));
  return boxed_->start();
}

}  // namespace tichu::arena
