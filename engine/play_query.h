#pragma once

#include "engine/combination.h"
#include "engine/observation.h"

namespace tichu {

/// What lies before a seat that plays, passes or bombs: all that the legality of its play depends on.
struct PlayQuery {
  CardSet hand;
  Combination table;               ///< empty for a lead
  Rank wish = Rank::None;          ///< the open wish
  bool out_of_turn = false;        ///< only bombs, and no wish binds (RULES 6.4, 7.4)
  bool bomb_ignores_wish = false;  ///< the option of RULES 7.4

  /// The own turn as an observation shows it.
  static PlayQuery turn(const Observation& seen) {
    return {seen.hand, seen.table, seen.wish, false, seen.rules.bomb_ignores_wish};
  }
  /// A bomb window as an observation shows it.
  static PlayQuery bomb(const Observation& seen) {
    return {seen.hand, seen.table, seen.wish, true, seen.rules.bomb_ignores_wish};
  }
};

}  // namespace tichu
