#pragma once

#include <array>
#include <cstdint>

#include "engine/action.h"
#include "engine/combination.h"
#include "engine/observation.h"
#include "engine/question.h"
#include "engine/rules.h"
#include "engine/seat.h"

namespace tichu {

/// A round in the middle of its play (after the push), with all hands: from which a Round can be set up. Used by
/// searches that guess hidden hands, and by tests that need a table of their own.
struct Position {
  Rules rules;
  PerSeat<CardSet> hands;
  PerSeat<Call> calls;
  PerSeat<std::int16_t> won;  ///< points of the tricks that count for each seat so far
  SeatSet has_played;         ///< who has played a card, so that a Tichu is too late (RULES 3.3)
  std::array<Seat, 4> out{};  ///< who is out, in order; `out_count` are valid
  int out_count = 0;
  Rank wish = Rank::None;
  Combination table;     ///< empty for a lead
  Seat owner;            ///< who played `table`
  Seat last_actor;       ///< who played or passed last; with an empty table without meaning
  int trick_points = 0;  ///< points on the table
  int passes = 0;        ///< passes in a row since the last play
  /// What is awaited now: Turn, Bomb or GiveDragon.
  Question asked = Question::Turn;
  /// Who is asked: on a Turn whose turn it is; for a Bomb the first seat that is asked, those after it in the order of
  /// play are asked too; for GiveDragon the trick's winner.
  Seat to_act;
};

}  // namespace tichu
