#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/card.h"

namespace tichu::arena {

/// A card as Brettspielwelt's logs write it: `S` Sword, `B` Pagoda, `G` Jade, `R` Star, then 2..10 B D K A; `Ma`, `Hu`,
/// `Ph`, `Dr`. Nullopt if the text is no card.
std::optional<Card> parse_tch_card(std::string_view text);
std::string to_tch(Card card);

/// A rank as the logs write it: 2..10 B D K A.
std::optional<Rank> parse_tch_rank(std::string_view text);
std::string_view to_tch(Rank rank);

}  // namespace tichu::arena
