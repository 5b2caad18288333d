#pragma once

#include <cstdint>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/match/table_window.h"
#include "engine/seat.h"

namespace tichu::arena {

/// The bots at the four seats of a seating: in seating 0 the first partnership sits at 0 and 2, in seating 1 at 1
/// and 3, the bot that it names first at the lower seat; seatings 2 and 3 are 0 and 1 with all partners exchanged. So
/// over seatings 0 and 1 each partnership holds all four hands, over all four each bot does.
PerSeat<BotId> seating_of(const std::array<Partnership, 2>& teams, SeatingNumber seating);

/// The deal's index of a round of a board. Deals format: the board's number. Games format: board *
/// 1'000'003 + round, so that all seatings, and the same board of another pairing, play the same sequence of deals.
std::uint64_t deal_index(const BoardSpec& spec, RoundNumber round);

/// The key of a bot's own random numbers: a pure function of tournament seed, board, seating and seat, from which none
/// of these can be found.
std::uint64_t bot_seed(const BoardSpec& spec, SeatingNumber seating, Seat seat);

/// The longest game: a game of two bots that lose more points than they win would never reach the target. It ends after
/// so many rounds as it stands. (Games of sound bots take about ten.)
inline constexpr int MostRoundsOfGame = 1000;

/// Plays all seatings of a board with the pool's players, each with a new bot instance a table. A table with a fault
/// ends with the round that the fault forfeits; the other tables are played all the same. With deterministic bots the
/// outcome, but for `think_time`, is a pure function of the spec. Throws std::system_error where the host fails, such
/// as no process could be made. `window` shows what is being played; null: nobody can look.
BoardOutcome play_board(const BoardSpec& spec, PlayerPool& pool, TableWindow* window = nullptr);

}  // namespace tichu::arena
