#pragma once

#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/statistics/rating/control_variates.h"
#include "arena/statistics/rating/rated_board.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// Fails with a sentence if a tournament has no control variates. Only single deals that are played once have: with
/// swapped teams the luck that controls know of is gone already.
tl::expected<void, std::string> check_control_variates(const TournamentConfig& config);

/// The luck of each board's cards, seen from its first entrant: its lead in high cards, and its points in a round that
/// four seats of one bot, `reference`, play with them. Since all four play alike, the mean of each is 0. The tournament
/// must have control variates; `reference` should be deterministic, so that the same boards have the same controls.
/// Plays on as many threads as the tournament does. Throws std::runtime_error if the reference cannot play a round
/// to its end.
BoardControls board_controls(const TournamentConfig& config, std::span<const RatedBoard> boards,
                             const BotSpec& reference);

/// What these controls gain in each pairing of a tournament.
std::vector<ControlGain> control_gains(const TournamentConfig& config, std::span<const RatedBoard> boards,
                                       const BotSpec& reference);

}  // namespace tichu::arena
