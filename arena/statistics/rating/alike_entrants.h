#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// Entrants that play alike, as far as their boards tell: at least LeastAlikeBoards against each other, every one with
/// a margin of exactly 0. Each list rises, and so do their first ones; the others' boards tie them together. Each
/// margin counts for so many boards as its weight says; without weights for 1.
///
/// What it does not tell: that they are the same. Boards of a single table between two alike bots have margins.
std::vector<std::vector<std::size_t>> alike_entrants(std::size_t entrants, std::span<const BoardValue> margins,
                                                     std::span<const double> weights = {});

inline constexpr std::size_t LeastAlikeBoards = 16;

}  // namespace tichu::arena
