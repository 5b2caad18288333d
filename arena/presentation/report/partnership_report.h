#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "arena/statistics/rating/result_rating.h"
#include "arena/text/text_table.h"

namespace tichu::arena {

/// What stands in tables instead of a number that the boards do not tell.
inline constexpr const char* OpenNumber = "open";

// What each bot brings to any team and what pairs have beyond that (RatingModel::Members), in points per round. Tables
// fit `width` columns, as `TextTable::text` makes them.

/// One line per bot, the strongest first.
std::string members_table(const ResultRatings& ratings, std::size_t width = AnyWidth);
/// One line per pair that played.
std::string synergies_table(const ResultRatings& ratings, std::size_t width = AnyWidth);
/// How to read both, and if something is open, what that means.
std::string partnership_note(const ResultRatings& ratings);

/// The list of pairs: first, second, value and error95 (null if they are open), boards.
nlohmann::ordered_json synergies_json(const ResultRatings& ratings);
/// Bots, synergies and their spread, rounded to a ten-thousandth (arena/presentation/report/RESULTS.md).
nlohmann::ordered_json partnerships_json(const ResultRatings& ratings);
/// One row per bot, then one per pair, under a heading (arena/presentation/report/RESULTS.md).
std::string partnerships_csv(const ResultRatings& ratings);

}  // namespace tichu::arena
