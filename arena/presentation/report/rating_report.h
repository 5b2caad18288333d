#pragma once

#include <string>

#include "arena/statistics/rating/result_rating.h"

namespace tichu::arena {

/// The table of a rated results file, for people: rating, error, boards, likelihood of superiority. Notes follow: how
/// to read the table, groups that cannot be compared, and synergies of teams.
std::string rating_text(const ResultRatings& ratings);

/// The same as one JSON object, `tichu-rate/1`, with a line end. It lists pairs of bots only for up to 100 bots.
std::string rating_json(const ResultRatings& ratings);

}  // namespace tichu::arena
