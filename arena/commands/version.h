#pragma once

#include <string>

namespace tichu::arena {

/// "tichu-arena 0.2.0 (revision 1234567)": the version that CMakeLists.txt gives the project, and the revision that was
/// built, "unknown" outside a repository.
std::string program_and_version();

}  // namespace tichu::arena
