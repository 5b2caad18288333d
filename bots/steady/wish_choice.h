#pragma once

#include "bots/steady/situation.h"
#include "engine/combination.h"

namespace tichu::steady {

/// The rank to wish for with `play`, which holds the Mahjong.
Rank choose_wish(const SeatView& view, const Combination& play);

}  // namespace tichu::steady
