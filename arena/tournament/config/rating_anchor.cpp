#include "arena/tournament/config/rating_anchor.h"

#include <cmath>
#include <utility>

#include "arena/text/number_text.h"

namespace tichu::arena {

std::optional<RatingAnchor> rating_anchor(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  std::string_view number = text.substr(equals + 1);
  if (number.starts_with('+') && !number.starts_with("+-")) number.remove_prefix(1);
  const auto value = number_from<double>(number);
  if (!value || !(std::abs(*value) <= MostAnchorValue)) return std::nullopt;
  return RatingAnchor{std::string(text.substr(0, equals)), *value};
}

OrInputError<RatingAnchor> anchor_of_flag(const std::string& text) {
  if (auto anchor = rating_anchor(text)) return std::move(*anchor);
  return tl::unexpected(InputError{"--anchor", "\"" + text + "\"", std::string(AnchorForm)});
}

}  // namespace tichu::arena
