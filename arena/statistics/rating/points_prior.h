#pragma once

namespace tichu::arena {

/// What ratings in points a round take for granted before a board was seen.

/// So many boards of margin 0 of each entrant against a fixed player of strength 0.
constexpr double PriorBoards = 0.01;
/// The variance of a board's margin. (Duplicated deals between like bots: about 90².)
constexpr double PriorVariance = 100.0 * 100.0;

}  // namespace tichu::arena
