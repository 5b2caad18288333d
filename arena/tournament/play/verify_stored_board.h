#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// What is wrong with a stored board.
struct BoardFlaw {
  std::optional<SeatingNumber> seating;  ///< of the round; nullopt: the board's result is wrong
  std::optional<RoundNumber> round;      ///< likewise
  std::string message;                   ///< one sentence
};

/// Judges a stored board: every round against the rules, its score against its record, and the board's result against
/// its rounds and faults. `game` says whether its tables play games. Empty if all of it fits.
std::vector<BoardFlaw> verify_stored_board(const StoredBoard& board, bool game);

/// Whether the board's deals are those that its number and its tournament's seed say; without a seed only their numbers
/// are judged. Not for boards whose deals were made elsewhere.
std::vector<BoardFlaw> verify_deals(const StoredBoard& board, std::optional<std::uint64_t> seed, bool game);

}  // namespace tichu::arena
