#include "arena/hosting/player/program_of_bot.h"

#include "arena/hosting/sandbox/host_programs.h"

namespace tichu::arena {

ProgramCommand program_of(const BotSpec& spec) {
  if (spec.kind == BotKind::Program) return {spec.path, spec.arguments, {}};
  const std::filesystem::path plugin = std::filesystem::absolute(spec.path).lexically_normal();
  return {host_programs().plugin_host, {plugin.string()}, plugin.parent_path()};
}

}  // namespace tichu::arena
