#pragma once

#include "engine/combination.h"
#include "engine/seat.h"

namespace tichu::arena {

/// Follows the turns of a round from its plays and passes, without judging them: whose turn it is and what lies on the
/// table. It takes any input, however wrong; what it says is then of no use, but defined. The trick is collected by the
/// next play that is not out of turn, once every other seat with cards has passed (RULES 6.3).
class TrickTracker {
 public:
  /// The play begins (RULES 6.1) with fourteen cards in each hand.
  explicit TrickTracker(Seat leader) : turn_(leader) {}

  /// The seat whose turn comes next; if the trick is closed, the seat that leads.
  Seat turn() const { return turn_; }
  /// What the next play on its turn must beat; empty for a lead.
  Combination table() const { return trick_is_closed() ? Combination{} : table_; }
  /// What lies on the table, also after the last pass, when bombs are still possible (RULES 6.4).
  const Combination& on_table() const { return table_; }
  /// Who played what lies on the table.
  Seat owner() const { return owner_; }
  /// Whether every other seat with cards has passed since the last play, or nothing lies on the table.
  bool trick_is_closed() const { return closed_; }
  /// Whether the seat has played its fourteen cards.
  bool is_out(Seat seat) const { return cards_[seat] <= 0; }
  /// How many cards the seat holds, 0..14.
  int cards(Seat seat) const { return cards_[seat]; }

  /// A play, or a bomb out of turn.
  void play(Seat seat, const Combination& play, bool out_of_turn);
  /// A pass of the rules: one that stands in a record.
  void pass(Seat seat);

 private:
  Seat next_with_cards(Seat seat) const;
  void close();

  PerSeat<int> cards_{{14, 14, 14, 14}};
  Combination table_;
  Seat owner_;
  Seat turn_;
  SeatSet awaited_;  ///< the seats that have not passed since the last play
  bool closed_ = true;
};

}  // namespace tichu::arena
