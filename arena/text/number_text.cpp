#include "arena/text/number_text.h"

#include <fmt/format.h>

namespace tichu::arena {

std::string signed_number(double value, int decimals) {
  std::string text = fmt::format("{:+.{}f}", value, decimals);
  if (text.find_first_not_of("+-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

}  // namespace tichu::arena
