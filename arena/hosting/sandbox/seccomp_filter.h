#pragma once

#include <cstdint>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// For what kind of sandbox a filter is.
enum class FilterKind : std::uint8_t {
  Box,   ///< namespaces keep the bot from others: the filter closes what leads out of them or past the limits
  Jail,  ///< nothing does: the filter also forbids what reaches other processes and files
};

/// A filter of system calls (seccomp) that forbids what no bot needs: sockets, mounts, namespaces,
/// other processes' memory and priorities, signals that would wake a halted bot, memory that no limit counts, locks and
/// watches on files that others see too, the kernel's rarer interfaces, and every call that is newer than the arena. A
/// forbidden call fails with an error; one of a foreign architecture kills.
///
/// The compiled program (an array of sock_filter), as an anonymous file from its beginning. Throws std::system_error.
FileDescriptor make_seccomp_filter(FilterKind kind);

}  // namespace tichu::arena
