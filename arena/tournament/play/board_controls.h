#pragma once

#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/sandbox/sandbox.h"
#include "arena/statistics/rating/control_variates.h"
#include "arena/statistics/rating/rated_board.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/schedule/entrant.h"

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

/// The same with the rounds of the entrants themselves in place of a reference: what the first entrant's side scores in
/// a round that only the entrant of the lower number plays with these cards, and in one that only the other plays. So
/// there is one control more. Bots play with the tournament's time limits; those that are not trusted in the sandbox,
/// or without one if it is null. A round that a fault ends counts 0: it is as likely from either side.
BoardControls own_controls(const TournamentConfig& config, std::span<const RatedBoard> boards,
                           std::span<const Entrant> entrants, const Sandbox* sandbox);

/// What controls gain in each pairing of a tournament.
std::vector<ControlGain> control_gains(std::span<const RatedBoard> boards, const BoardControls& controls);

}  // namespace tichu::arena
