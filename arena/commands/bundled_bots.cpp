#include "arena/commands/bundled_bots.h"

namespace tichu::arena {

std::filesystem::path bundled_bots_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "bots";
}

}  // namespace tichu::arena
