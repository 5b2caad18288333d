#include "arena/text/moment_text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace tichu::arena {

std::string utc_text(std::time_t moment) { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(moment)); }

}  // namespace tichu::arena
