#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/record.h"

namespace tichu::arena {

/// The events of a round as few bytes, some three each (arena/tournament/store/SCHEMA.md). Of a play the cards, what
/// the Phoenix stands for and the wish are kept; what it is follows from the plays before it. Events must be those that
/// records keep (engine/record.h).
std::string pack_actions(const std::vector<RecordedAction>& actions);

/// The events again; nullopt if the bytes are none.
std::optional<std::vector<RecordedAction>> unpack_actions(std::string_view bytes);

/// The cards of a deal, a byte each, seat by seat.
std::string pack_deal(const Deal& deal);

/// The deal again; nullopt if these are not the 56 cards.
std::optional<Deal> unpack_deal(std::string_view bytes);

}  // namespace tichu::arena
