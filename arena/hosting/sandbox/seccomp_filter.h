#pragma once

#include <cstdint>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// For what kind of sandbox a filter is.
enum class FilterKind : std::uint8_t {
  Box,       ///< namespaces keep the bot from others: the filter closes what leads out of them or past the limits
  Workshop,  ///< likewise, where nobody plays who could be told something: files may be locked
  Jail,      ///< nothing does: the filter also forbids what reaches other processes and files
};

/// A filter of system calls (seccomp) that lists what bots may call; README.md tells why what is missing there is
/// missing. Of the allowed calls, arguments are forbidden that would reach other processes, wake a halted bot, take
/// memory that no limit counts, or leave a mark on a file that others see. A forbidden call fails with an error; one
/// that is newer than the arena is missing; one of a foreign architecture kills.
///
/// The compiled program (an array of sock_filter), as an anonymous file from its beginning. Throws std::system_error.
FileDescriptor make_seccomp_filter(FilterKind kind);

}  // namespace tichu::arena
