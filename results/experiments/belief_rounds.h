#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bots/sampler/expectation.h"
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

/// What a seat said before one of its decisions that it expects, in points per round for its team.
struct SaidValue {
  sampler::OpenCall open{};
  Seat seat;
  double value = 0;
  double guesses = 0;  ///< that it is the mean of
};

/// What a seat said of a call that it made.
struct SaidCall {
  Call call = Call::None;
  Seat seat;
  double chance = 0;  ///< of making it
};

/// A round of four sampler bots with what they said in it.
struct ToldRound {
  PlayedRound played;
  std::vector<SaidValue> said;
  std::vector<SaidCall> calls;
};

/// Deal `index` of `seed` by four sampler bots with so many playouts a decision, who say calibrated values or bare
/// means.
ToldRound play_told_round(std::uint64_t seed, std::uint64_t index, int simulations, bool calibrates);

/// Rounds that four sampler bots play with so many playouts a decision, with guesses that believe what the others' play
/// tells or not: deals `first` to `first + count - 1` of `seed`.
std::vector<PlayedRound> play_sampler_rounds(std::uint64_t seed, int first, int count, int simulations, bool believes);

/// Calls `look` for every play and pass of a round, in their order.
void for_each_decision(const PlayedRound& played, const std::function<void(const Decision&)>& look);

}  // namespace tichu::testing
