#pragma once

#include "bots/steady/seat_view.h"

namespace tichu::steady {

/// Who gets the Dragon's trick: the opponent who is likelier to end last, since that seat's tricks go to the first out
/// (RULES 8.2).
Side choose_dragon_receiver(const SeatView& view);

}  // namespace tichu::steady
