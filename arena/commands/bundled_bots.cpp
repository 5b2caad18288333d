#include "arena/commands/bundled_bots.h"

#include "arena/hosting/sandbox/program_paths.h"

namespace tichu::arena {

std::filesystem::path bundled_bots_folder() { return arena_folder() / "bots"; }

}  // namespace tichu::arena
