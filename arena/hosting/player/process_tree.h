#pragma once

#include <sys/types.h>

#include <vector>

namespace tichu::arena {

/// A process and all its descendants that run now, those that began others before these. What begins or ends meanwhile
/// may be left out; one that has ended has none.
std::vector<pid_t> with_descendants(pid_t process);

}  // namespace tichu::arena
