#pragma once

#include <vector>

#include "arena/hosting/sandbox/file_descriptor.h"

namespace tichu::arena {

/// An empty network namespace that all boxes enter, in which not even the loopback is up. One for all, since the kernel
/// takes some ten milliseconds to make and unmake one; boxes cannot meet in it, for none may open a socket.
///
/// The namespaces to enter, in this order: for an ordinary user the user namespace that owns it, then itself. Empty
/// where the kernel refuses namespaces.
std::vector<FileDescriptor> make_network_namespace();

}  // namespace tichu::arena
