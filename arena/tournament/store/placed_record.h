#pragma once

#include <cstdint>
#include <optional>

#include "arena/hosting/match/table_window.h"
#include "arena/record/record.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// The record of a round of this tournament as far as its place tells: names, numbers, seed and rules; without deal and
/// actions. Throws std::out_of_range where a bot of `place` is none of the tournament's.
Record placed_record(const TournamentConfig& config, const RoundPlace& place, std::optional<std::uint64_t> deal_index);

}  // namespace tichu::arena
