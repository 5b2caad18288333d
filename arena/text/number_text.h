#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace tichu::arena {

/// A number with its sign, and no "-0".
std::string signed_number(double value, int decimals);
/// Rounded to a ten-thousandth, far below the error of any strength; never "-0".
double rounded_number(double value);

/// The number that is the whole text, a whole one in this base; nullopt for anything else, and if it does not fit.
template <typename Number>
std::optional<Number> number_from(std::string_view text, int base = 10) {
  Number value{};
  const char* const end = text.data() + text.size();
  std::from_chars_result read{};
  if constexpr (std::integral<Number>) {
    read = std::from_chars(text.data(), end, value, base);
  } else {
    read = std::from_chars(text.data(), end, value);
  }
  return read == std::from_chars_result{end, std::errc()} ? std::optional(value) : std::nullopt;
}

}  // namespace tichu::arena
