#pragma once

#include <concepts>

#include "engine/action.h"
#include "engine/round.h"

namespace tichu {

/// Something that decides for every seat of a round that it sees whole: `action(round, seat, kind)` gives a legal
/// action for the open decision.
template <typename Policy>
concept RoundPolicy = requires(Policy policy, const Round& round, Seat seat, DecisionKind kind) {
  { policy.action(round, seat, kind) } -> std::same_as<Action>;
};

/// Plays `round` to its end, without a history. This is what a search does with a copy.
template <RoundPolicy Policy>
void play_out(Round& round, Policy& policy) {
  for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
    const Seat seat = open.seats.first();
    round.apply(seat, policy.action(round, seat, open.kind));
  }
}

/// The same with every event kept in `log`.
template <RoundPolicy Policy>
void play_out(Round& round, Policy& policy, EventLog& log) {
  for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
    const Seat seat = open.seats.first();
    round.apply(seat, policy.action(round, seat, open.kind), log);
  }
}

}  // namespace tichu
