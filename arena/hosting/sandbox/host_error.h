#pragma once

#include <cerrno>
#include <system_error>

namespace tichu::arena {

/// Throws std::system_error with the present errno: the host has failed, and no bot is to blame.
[[noreturn]] inline void throw_host_error(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace tichu::arena
