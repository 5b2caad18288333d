#include "arena/sandbox/host_programs.h"

namespace tichu::arena {

HostPrograms host_programs() {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  const std::filesystem::path folder = program.parent_path().parent_path() / "libexec";
  return {folder / "tichu-box", folder / "tichu-plugin-host"};
}

}  // namespace tichu::arena
