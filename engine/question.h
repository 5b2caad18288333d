#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/words.h"

namespace tichu {

/// What a seat is asked. The protocol and the plug-in interface have the same numbers.
enum class Question : std::uint8_t {
  GrandTichu,  ///< call Grand Tichu or not, on eight cards (RULES 3.1)
  Tichu,       ///< call Tichu or not; a seat may also call unasked, between two events (RULES 3.3)
  Push,        ///< one card to each other seat (RULES 3.4)
  Turn,        ///< play or pass (RULES 6.2)
  Bomb,        ///< play a bomb out of turn or not (RULES 6.4)
  GiveDragon,  ///< which opponent gets the Dragon's trick (RULES 7.6)
};

constexpr std::array<std::string_view, 6> words_of(Question) {
  return {"grand_tichu", "tichu", "push", "turn", "bomb", "give_dragon"};
}

/// A question in words for people: "Grand Tichu", "the push", "a bomb out of turn".
std::string_view in_words(Question question);

}  // namespace tichu
