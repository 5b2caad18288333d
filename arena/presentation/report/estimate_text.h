#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "arena/statistics/rating/elo_estimate.h"

namespace tichu::arena {

/// "+12.3 ±4.5 [+7.8, +16.8]"; an end that the data do not bound is "open".
std::string interval_text(const IntervalEstimate& estimate, int decimals);

/// Elo, normalized Elo, likelihood of superiority and boards, a line each, and the `alike_note`; for people.
std::string estimate_text(const EloEstimate& estimate);

/// Where all boards ended alike, or there are none: why the Elo is no measurement and what its interval says, in
/// sentences. Where an end of Elo's interval is open else: why. Else empty.
std::string alike_note(const EloEstimate& estimate);

/// {"value", "low", "high", "error95"}; what has no bound is null.
nlohmann::ordered_json interval_json(const IntervalEstimate& estimate);

/// {"boards", "score", "elo", "normalized_elo", "likelihood_of_superiority", "note"}; normalized_elo is null where all
/// boards ended alike, note is null elsewhere.
nlohmann::ordered_json estimate_json(const EloEstimate& estimate);

}  // namespace tichu::arena
