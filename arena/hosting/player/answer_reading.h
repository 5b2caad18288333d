#pragma once

#include <tl/expected.hpp>

#include "arena/hosting/player/fault.h"
#include "engine/answer.h"
#include "engine/observation.h"
#include "protocol/messages.h"
#include "sdk/plugin_abi.h"

namespace tichu::arena {

/// What a well-formed answer to `question` means at the table that `seen` shows: the action, or IllegalAction if its
/// cards are not a combination of RULES 4. Whether the action is legal is left to the referee.
tl::expected<Answer, Fault> read_answer(Question question, const Answer& answer, const Observation& seen);

/// Checks the form of a plug-in's answer: BadMessage if a card, rank or side does not exist.
tl::expected<Answer, Fault> check_form(Question question, const tichu_answer& answer);

}  // namespace tichu::arena
