#pragma once

#include "bots/steady/weights.h"
#include "sdk/bot.h"

namespace tichu::steady {

/// The weights with those changed that options of their names give, such as tichu = 0.9; a weight of a combination's
/// cost has the name cost_winner. Throws std::invalid_argument for any other option, or if a value is not a number.
Weights weights_of(const BotSetup& setup);

}  // namespace tichu::steady
