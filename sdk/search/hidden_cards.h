#pragma once

#include <vector>

#include "engine/card_set.h"
#include "engine/combination.h"
#include "engine/observation.h"
#include "engine/seat.h"

namespace tichu {

/// Something that a seat did while a wish was open and that did not fulfil it: proof that it had no play that would
/// have (RULES 7.3).
struct WishProof {
  Side who = Side::Me;
  Rank wish = Rank::None;
  Combination table;     ///< what lay on the table then
  CardSet played_since;  ///< what `who` has played from then on; its hand then was its hand now and these
};

/// What one seat knows about the cards of the other three, from the play of a round.
struct HiddenCards {
  CardSet unseen;                   ///< the cards that the other three hold together
  PerSide<CardSet> held;            ///< cards of them that a seat surely holds: pushed to it, or the Mahjong that led
  PerSide<RankMask> lacks;          ///< ranks of which a seat surely holds no natural card
  PerSide<std::uint8_t> hand_size;  ///< how many cards each holds
  std::vector<WishProof> proofs;    ///< what wishes prove beyond `lacks`
};

/// Reads that knowledge off an observation in stage Play.
HiddenCards hidden_cards(const Observation& seen);

/// Whether three hands (of Right, Partner, Left) contradict nothing of it.
bool agrees(const HiddenCards& hidden, const PerSide<CardSet>& hands);

}  // namespace tichu
