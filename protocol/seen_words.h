#pragma once

#include <array>
#include <string_view>

#include "engine/observation.h"
#include "engine/seat.h"
#include "engine/words.h"

namespace tichu {

/// The words of JSON.md for what a seat sees.
constexpr std::array<std::string_view, 4> words_of(Side) { return {"me", "right", "partner", "left"}; }
constexpr std::array<std::string_view, 4> words_of(Stage) { return {"first_eight", "before_push", "play", "over"}; }
constexpr std::array<std::string_view, 3> words_of(Call) { return {"none", "tichu", "grand_tichu"}; }

}  // namespace tichu
