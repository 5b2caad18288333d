#pragma once

#include <optional>
#include <string>

#include "arena/hosting/player/fault.h"
#include "engine/answer.h"

namespace tichu::arena {

/// The last request to a bot's program and what came in answer, for people, with lines' ends: messages by what they
/// mean; bytes that are no whole message, of which the beginning is missing for example, in hexadecimal; with `hex`
/// both. `question` is what was asked; nullopt: nothing yet. Empty if no bytes went either way.
std::string exchange_text(const Exchange& exchange, std::optional<Question> question, bool hex);

}  // namespace tichu::arena
