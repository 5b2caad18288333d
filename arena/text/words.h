#pragma once

#include "engine/words.h"

namespace tichu::arena {

// The arena's enumerations have words as the engine's do: to_text, from_text and what lists them.
using tichu::choices;
using tichu::every;
using tichu::from_text;
using tichu::listed;
using tichu::to_text;

}  // namespace tichu::arena
