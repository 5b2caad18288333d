#pragma once

#include <cstdint>
#include <vector>

#include "engine/action.h"
#include "engine/deal.h"
#include "engine/round.h"

namespace tichu {

/// How many canonical decision sequences lead on from a point of a round: the count with which two implementations of
/// the rules are compared step by step (`engine/PERFT.md` defines it and lists known counts).
struct PerftCount {
  std::uint64_t sequences = 0;  ///< sequences of exactly the asked length
  std::uint64_t ended = 0;      ///< shorter ones, with which the round ended
  friend bool operator==(const PerftCount&, const PerftCount&) = default;
};

/// The counts below one first decision.
struct PerftBranch {
  Seat seat;
  Action action;
  PerftCount count;
};

/// The start of the play with open hands: the fourteen cards of each seat as dealt, no calls, no push; the Mahjong's
/// holder leads.
Round perft_start(const Deal& deal, const Rules& rules);

/// The choices of the decision that is open, canonical, in the generator's order: plays (with each of the 14 possible
/// wishes, none included, if the Mahjong is played), then the pass or the refusal of a bomb; or the gifts.
std::vector<Action> canonical_actions(const Round& round);

/// Counts the sequences of `depth` decisions from here; depth 0 is one sequence.
PerftCount perft(const Round& round, int depth);

/// The same, apart for each first decision; `depth` is at least 1.
std::vector<PerftBranch> perft_split(const Round& round, int depth);

}  // namespace tichu
