#pragma once

#include <vector>

#include "bots/adept/input.h"
#include "engine/plays.h"

namespace tichu::adept {

// What may be answered to a question, as action ids in rising order; `ids` is replaced.

/// The legal plays, and `none` if the seat may play nothing. `plays` is room for them.
void list_plays(const PlayQuery& query, int none, PlayList& plays, std::vector<int>& ids);
void list_pushed_cards(CardSet hand, std::vector<int>& ids);
void list_wishes(std::vector<int>& ids);

/// An answer, and how likely the net takes it to be the right one.
struct RatedAnswer {
  int id = 0;
  double chance = 1;
};

/// What the net says of each of `ids`, the likeliest first; of equals the first. One answer is not asked about.
std::vector<RatedAnswer> rate_answers(const Observation& seen, const Asked& asked, std::span<const int> ids);

}  // namespace tichu::adept
