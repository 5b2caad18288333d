#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tichu::arena {

/// What of a log its author has to read first.
struct LogExcerpt {
  std::string text;          ///< whole lines
  std::size_t left_out = 0;  ///< lines
};

/// The lines of a log from the first one that says what went wrong, at most `most`: without the progress of CMake,
/// Ninja and Cargo, without the errors of CMake that follow from its first one, and without what the ladder itself adds
/// about the refusal. If no line says what went wrong, the last ones.
LogExcerpt log_excerpt(std::string_view log, std::size_t most);

}  // namespace tichu::arena
