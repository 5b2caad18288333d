#pragma once

#include <vector>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// Makes an empty network namespace that all boxes enter, in which not even the loopback is up. One serves all, since
/// the kernel takes some ten milliseconds to make and unmake one. Boxes cannot meet in it, for none may open a socket.
///
/// Returns the namespaces to enter, in this order: for an ordinary user the user namespace that owns it, then the
/// network namespace. Empty if the kernel refuses namespaces. Throws std::system_error.
std::vector<FileDescriptor> make_network_namespace();

}  // namespace tichu::arena
