#pragma once

#include <ctime>
#include <string>

namespace tichu::arena {

/// A moment in UTC as programs read it, to the second: "2026-11-23T08:05:00Z" (RFC 3339).
std::string utc_text(std::time_t moment);

}  // namespace tichu::arena
