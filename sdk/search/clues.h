#pragma once

#include <cstdint>
#include <vector>

#include "engine/combination.h"
#include "engine/observation.h"
#include "engine/seat.h"

namespace tichu {

/// Something that another seat did of its own will, or the hand that it is left with: what it tells of the hidden cards
/// is said by clue_features.h.
struct Clue {
  enum class Kind : std::uint8_t {
    Pass,            ///< on `table`, with no wish open
    Follow,          ///< `play` on `table`
    Lead,            ///< `play`
    Tichu,           ///< called
    GrandTichu,      ///< called
    NoCall,          ///< played its first card without having called
    GiftToOpponent,  ///< gave the card `play` to the own seat, an opponent
    GiftToPartner,   ///< the same, its partner
    Holds,           ///< holds what it holds now
  };
  Kind kind = Kind::Pass;
  /// Of a pass or a follow: 0 the table is an opponent's, 2 the same and an opponent has called, 4 the partner's; one
  /// more with many cards in hand. Of a hand: 4 times (1 for the partner, 2 more for a caller), and 0..3 by its size.
  std::uint8_t context = 0;
  Combination table;     ///< what lay there
  Combination play;      ///< what was played or given
  CardSet played_since;  ///< what the seat has played from then on; its hand then was its hand now and these
};

/// The clues that an observation in stage Play holds, by the side that gave them, in the order of time.
PerSide<std::vector<Clue>> clues_of(const Observation& seen);

}  // namespace tichu
