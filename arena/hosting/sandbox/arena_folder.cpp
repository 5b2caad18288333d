#include "arena/hosting/sandbox/arena_folder.h"

namespace tichu::arena {

std::filesystem::path arena_folder() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

}  // namespace tichu::arena
