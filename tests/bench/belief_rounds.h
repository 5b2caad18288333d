#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/event.h"
#include "engine/observation.h"
#include "engine/seat.h"
#include "tests/bots_play/table.h"

namespace tichu::testing {

/// A seat before its play or pass in a recorded round: what it sees, and what the others really hold.
struct Decision {
  const Observation& seen;  ///< good during the call alone
  PerSide<CardSet> hands;   ///< of Right, Partner and Left
  Seat seat;
};

/// Rounds that four sampler bots play with so many playouts a decision, with guesses that believe what the others' play
/// tells or not: deals `first` to `first + count - 1` of `seed`.
std::vector<PlayedRound> play_sampler_rounds(std::uint64_t seed, int first, int count, int simulations, bool believes);

/// Calls `look` for every play and pass of a round, in their order.
void for_each_decision(const PlayedRound& played, const std::function<void(const Decision&)>& look);

}  // namespace tichu::testing
