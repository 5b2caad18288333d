#include "arena/hosting/sandbox/sandbox_config.h"

namespace tichu::arena {

std::optional<SandboxKind> sandbox_kind(std::string_view name) {
  if (name == "strongest") return SandboxKind::Strongest;
  if (name == "bubblewrap") return SandboxKind::Bubblewrap;
  if (name == "landlock") return SandboxKind::Landlock;
  return std::nullopt;
}

}  // namespace tichu::arena
