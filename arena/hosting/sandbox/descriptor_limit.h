#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace tichu::arena {

/// How many files this process might have open when this, or `raise_descriptor_limit`, was called first: what the
/// programs that it starts get.
const rlimit& first_descriptor_limit();

/// Lets this process have open as many files as its hard limit allows. Call it before there are threads.
void raise_descriptor_limit();

/// How many files this process may have open.
std::uint64_t descriptor_limit();

}  // namespace tichu::arena
