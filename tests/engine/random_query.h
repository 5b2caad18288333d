#pragma once

#include "engine/play_query.h"
#include "engine/random.h"

namespace tichu::test {

/// A hand of 1..14 cards. One in three is drawn from the whole deck; the others from few ranks or few suits, most of
/// them with the Phoenix at hand, so that bombs, straight flushes and runs abound.
CardSet random_hand(Random& random, int size);

/// Something that can lie before the hand: a play, of a type chosen first, of cards that the hand does not hold; often
/// of ranks just below the hand's own, so that the hand may beat it. Never the Dog.
Combination random_table(CardSet hand, Random& random);

/// A lead, a table to follow or a bomb window, with or without a wish, most of them for a rank that the hand holds.
PlayQuery random_query(CardSet hand, Random& random);

}  // namespace tichu::test
