#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "arena/workers/units/judge_result.h"
#include "arena/workers/units/messages.h"

namespace tichu::arena {

/// How the boards of a unit are played: the tournament's configuration without its seed, its bots and its names, as
/// JSON.
std::string unit_config(const TournamentConfig& config);

/// A unit of these boards. `config`: `unit_config` of the roster's. `bots`: as workers get them, by rising id; those
/// that no job names are left out. `most_deals`: how many deals a game gets; there are never more than a game can use.
units::Unit make_unit(const UnitId& id, const UnitBoards& boards, const std::string& config,
                      const std::vector<units::Bot>& bots, std::size_t most_deals = 40);

}  // namespace tichu::arena
