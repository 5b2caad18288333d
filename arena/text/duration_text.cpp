#include "arena/text/duration_text.h"

#include <fmt/format.h>

namespace tichu::arena {

std::string duration_text(std::chrono::nanoseconds duration) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(duration).count();
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

std::string elapsed_text(std::chrono::nanoseconds duration) {
  const double seconds = std::chrono::duration<double>(duration).count();
  return seconds < 60 ? fmt::format("{:.3g} s", seconds) : duration_text(duration);
}

}  // namespace tichu::arena
