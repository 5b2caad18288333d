#include "arena/text/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace tichu::arena {

std::string signed_number(double value, int decimals) {
  std::string text = fmt::format("{:+.{}f}", value, decimals);
  if (text.find_first_not_of("+-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

double rounded_number(double value) {
  constexpr double Steps = 10'000;
  const double result = std::round(value * Steps) / Steps;
  return result == 0 ? 0 : result;
}

}  // namespace tichu::arena
