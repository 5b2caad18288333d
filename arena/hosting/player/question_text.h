#pragma once

#include <string>

#include "engine/answer.h"
#include "engine/observation.h"

namespace tichu::arena {

/// What a seat knew when it was asked, in a line for people: its hand and, while cards are played, the table and the
/// wish.
std::string knowledge_text(Question question, const Observation& seen);

}  // namespace tichu::arena
