#pragma once

#include <concepts>

#include "engine/action.h"
#include "engine/round_inl.h"

namespace tichu {

/// Something that decides for every seat of a round that it sees whole: `action(round, seat, question)` gives a legal
/// action for the open question.
template <typename Policy>
concept RoundPolicy = requires(Policy policy, const Round& round, Seat seat, Question question) {
  { policy.action(round, seat, question) } -> std::same_as<Action>;
};

/// Plays `round` to its end, the events going to `sink`.
template <RoundPolicy Policy, typename Sink>
[[gnu::flatten]] void play_out_to(Round& round, Policy& policy, Sink& sink) {
  for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
    const Seat seat = open.seats.first();
    round.apply_to(seat, policy.action(round, seat, open.question), sink);
  }
}

/// Plays `round` to its end, without a history. This is what a search does with a copy.
template <RoundPolicy Policy>
void play_out(Round& round, Policy& policy) {
  NoEvents sink;
  play_out_to(round, policy, sink);
}

/// The same with every event kept in `log`.
template <RoundPolicy Policy>
void play_out(Round& round, Policy& policy, EventLog& log) {
  KeepEvents sink{log};
  play_out_to(round, policy, sink);
}

}  // namespace tichu
