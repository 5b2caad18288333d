#pragma once

#include "bots/steady/situation.h"
#include "engine/action.h"

namespace tichu::steady {

/// The three cards to give away. The partner gets the best card that the own plan can spare, a caller a better one; the
/// opponents get what is low and costs the plan least, odd ranks to the right and even ones to the left.
PushedCards choose_push(const Situation& situation);

}  // namespace tichu::steady
