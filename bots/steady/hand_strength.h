#pragma once

#include "bots/steady/situation.h"

namespace tichu::steady {

/// The natural logarithm of the odds of going out first, from the first eight cards: fitted by logistic regression to
/// the rounds that four steady players play without calls.
float odds_from_eight(CardSet first_eight);
/// Whether to call Grand Tichu on the first eight cards.
bool calls_grand_tichu(const SeatView& view, CardSet first_eight, const Weights& weights);
/// The natural logarithm of the odds that the own seat goes out first, before its first play: fitted in
/// the same way.
float odds_of_going_out_first(const Situation& situation);
/// Whether Tichu is to be decided on now: a call can wait until the first card is played, as what happens before may
/// still change the mind.
bool is_time_for_tichu(const Observation& seen);
/// Whether the hand is good enough to call Tichu now.
bool calls_tichu(const Situation& situation);

}  // namespace tichu::steady
