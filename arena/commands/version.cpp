#include "arena/commands/version.h"

#include "tichu_revision.h"

namespace tichu::arena {

std::string program_and_version() { return "tichu-arena " TICHU_VERSION " (revision " TICHU_REVISION ")"; }

}  // namespace tichu::arena
