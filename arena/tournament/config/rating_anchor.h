#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/text/input_error.h"

namespace tichu::arena {

/// The entrant whose rating is set, so that all others are told from it.
struct RatingAnchor {
  std::string name;
  double value = 0;  ///< in the rating's unit, within ±MostAnchorValue
  friend bool operator==(const RatingAnchor&, const RatingAnchor&) = default;
};

/// Farther from 0 the decimals of ratings are lost to the eye.
constexpr double MostAnchorValue = 100'000;

/// How an anchor is written, for messages.
constexpr std::string_view AnchorForm =
    "must have the form NAME=NUMBER, such as steady=0, the number from -100000 to 100000";

/// Reads "NAME=NUMBER", the last '=' being the one between; nullopt if the text has not that form.
std::optional<RatingAnchor> rating_anchor(std::string_view text);
/// The same of the flag --anchor.
OrInputError<RatingAnchor> anchor_of_flag(const std::string& text);

}  // namespace tichu::arena
