#pragma once

#include <chrono>
#include <string>

namespace tichu::arena {

/// A duration that may be guessed, for people: "8 s", "3 min 20 s", "2 h 5 min"; a part of a second counts as a whole
/// one.
std::string duration_text(std::chrono::nanoseconds duration);

/// One that was measured: below a minute three digits, such as "0.0123 s" or "42.1 s"; else as `duration_text`.
std::string elapsed_text(std::chrono::nanoseconds duration);

}  // namespace tichu::arena
