#include "arena/tournament/config/rating_anchor.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace tichu::arena {

std::optional<RatingAnchor> rating_anchor(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  std::string_view number = text.substr(equals + 1);
  if (number.starts_with('+') && !number.starts_with("+-")) number.remove_prefix(1);
  RatingAnchor anchor{std::string(text.substr(0, equals)), 0};
  const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), anchor.value);
  const bool is_number = error == std::errc() && rest == number.data() + number.size();
  if (!is_number || !(std::abs(anchor.value) <= MostAnchorValue)) return std::nullopt;
  return anchor;
}

OrInputError<RatingAnchor> anchor_of_flag(const std::string& text) {
  if (auto anchor = rating_anchor(text)) return std::move(*anchor);
  return tl::unexpected(InputError{"--anchor", "\"" + text + "\"", std::string(AnchorForm)});
}

}  // namespace tichu::arena
