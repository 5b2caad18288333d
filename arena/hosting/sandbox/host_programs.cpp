#include "arena/hosting/sandbox/host_programs.h"

#include "arena/installation.h"

namespace tichu::arena {

HostPrograms host_programs() {
  const std::filesystem::path folder = arena_folder() / "libexec";
  return {folder / "tichu-box", folder / "tichu-plugin-host"};
}

}  // namespace tichu::arena
