#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "arena/text/words.h"

namespace tichu::arena {

/// What a sequential test measures on a board.
enum class TestMeasure : std::uint8_t {
  Points,         ///< the margin in points per round
  LogisticElo,    ///< the score, the hypotheses being Elo
  NormalizedElo,  ///< the score, the hypotheses being normalized Elo
};

constexpr std::array<std::string_view, 3> words_of(TestMeasure) { return {"points", "logistic", "normalized"}; }

}  // namespace tichu::arena
