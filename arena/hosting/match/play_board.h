#pragma once

#include <cstdint>
#include <stdexcept>

#include "arena/hosting/match/board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/hosting/match/table_view.h"
#include "engine/seat.h"

namespace tichu::arena {

/// The deal's index of round `round` (from 0) of a board. Deals format: the board's number. Games format: board *
/// 1'000'003 + round, so that all seatings, and the same board of another pairing, play the same sequence of deals.
std::uint64_t deal_index(const BoardSpec& spec, RoundNumber round);

/// The key of a bot's own random numbers: a pure function of tournament seed, board, seating and seat, from which none
/// of these can be found.
std::uint64_t bot_seed(const BoardSpec& spec, SeatingNumber seating, Seat seat);

/// The longest game: a game of two bots that lose more points than they win would never reach the target. It ends after
/// so many rounds as it stands. (Games of sound bots take about ten.)
inline constexpr int MostRoundsOfGame = 1000;

/// A game is longer than the deals that were given for it.
class OutOfDeals : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Plays all seatings of a board with the pool's players, each with a new bot instance a table. A table with a fault
/// ends with the round that the fault forfeits; the other tables are played all the same. A table at which a program
/// was ended by SIGKILL, and by none of its limits, is played once more, and that counts. With deterministic bots the
/// outcome, but for `think_time`, is a pure function of the spec. Throws std::system_error if the host fails, such as
/// no process could be made, and OutOfDeals. `view` shows what is being played; null: nobody can look.
BoardOutcome play_board(const BoardSpec& spec, PlayerPool& pool, TableView* view = nullptr);

}  // namespace tichu::arena
