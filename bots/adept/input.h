#pragma once

#include "bots/adept/layers.h"
#include "engine/observation.h"
#include "engine/round.h"
#include "sdk/python/native/ask.h"
#include "sdk/python/native/public_play.h"

namespace tichu::adept {

/// What a seat is asked, besides what it sees.
struct Asked {
  training::Ask ask = training::Ask::Play;
  PushedCards pushing;  ///< the cards of the push that are chosen so far
  Combination chosen;   ///< the play whose wish is asked for
};

/// What the net is told of a round, from one seat's side.
struct SeatKnowledge {
  CardSet hand;
  PerSide<CardSet> played;
  PushedCards given;
  PushedCards received;
  Combination table;
  Side table_owner = Side::Me;
  int trick_points = 0;
  int passes = 0;
  Rank wish = Rank::None;
  PerSide<std::uint8_t> hand_size;
  PerSide<Call> calls;
  PerSide<std::uint8_t> places;          ///< 0, or 1 to 3 in the order of going out
  PerSide<training::Declined> declined;  ///< what each passed on last
  int own_points = 0;                    ///< of tricks
  int their_points = 0;

  static SeatKnowledge of(const Observation& seen);
  /// Of a seat in a round in stage Play, of which `shown` is what its events have shown.
  static SeatKnowledge of(const Round& round, const training::PublicPlay& shown, Seat seat);
};

/// The net's input: the layout `compact-v1` (sdk/python/native/layout.cpp) without the game's scores, where a number n
/// is so many bits as it can become, of which the first n are set.
InputBits input_of(const SeatKnowledge& knows, const Asked& asked);
inline InputBits input_of(const Observation& seen, const Asked& asked) {
  return input_of(SeatKnowledge::of(seen), asked);
}

}  // namespace tichu::adept
