#pragma once

#include "engine/answer.h"
#include "engine/observation.h"

namespace tichu::arena {

/// The play of a seat whose bot is at fault, if a substitute plays on: legal, simple, and decided by what the seat
/// may know alone. It calls nothing, wishes nothing and bombs only on its own turn; it leads what takes most cards of
/// the lowest rank, follows as cheaply as it can, and passes on its partner's tricks.
Answer substitute_answer(Question question, const Observation& seen);

}  // namespace tichu::arena
