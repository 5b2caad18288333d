#pragma once

#include <string_view>

#include "arena/record/question.h"

namespace tichu::arena {

/// What a bot was asked for, for people: "Grand Tichu", "the push", "a bomb out of turn".
std::string_view in_words(Question question);

}  // namespace tichu::arena
