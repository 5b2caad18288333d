#pragma once

#include "tests/bots_play/table.h"

namespace tichu::testing {

/// Expects of a bot, in so many rounds, that it decides alike if cards are exchanged that it cannot know. It sits in
/// seat 0; seats 1 and 3 lose both places, so that each keeps cards to the end that nobody has seen. With these
/// exchanged between the two, and both doing what they did, seat 0 sees the same round.
void expect_blind_to_hidden_cards(const BotMaker& bot, int rounds);

}  // namespace tichu::testing
