#pragma once

#include "engine/bounded_list.h"
#include "engine/combination.h"
#include "engine/play_query.h"

namespace tichu {

/// No hand of 14 cards has more plays than this; the largest count is computed by a test over all hands by their
/// numbers of cards a rank.
inline constexpr int MostPlays = 2048;

/// Legal plays, and whether passing is legal. Never allocates.
class PlayList : public BoundedList<Combination, MostPlays> {
 public:
  static constexpr int Capacity = MostPlays;

  /// Whether passing (out of turn: declining) is allowed: never on a lead, nor if a wish binds.
  bool may_pass() const { return may_pass_; }
  void set_may_pass(bool may_pass) { may_pass_ = may_pass; }

 private:
  bool may_pass_ = false;
};

/// Every legal play: each card set with each meaning of the Phoenix, once. `plays` is replaced.
void exact_plays(const PlayQuery& query, PlayList& plays);

/// One representative of each distinct choice: of a rank's cards that belong to no straight flush in the hand the
/// suits are merged (nobody's later options depend on them), cards of a possible straight flush are told apart, so
/// that one is kept or broken on purpose. Every canonical play is an exact one. `plays` is replaced.
void canonical_plays(const PlayQuery& query, PlayList& plays);

}  // namespace tichu
