#pragma once

#include <cstddef>
#include <vector>

#include "bots/steady/situation.h"
#include "engine/action.h"

namespace tichu::steady {

/// The three cards to give away. The partner gets the best card that the own plan can spare, a caller a better one; the
/// opponents get what is low and costs the plan least, odd ranks to the right and even ones to the left.
PushedCards choose_push(const Situation& situation);

/// `push` first; then it with the opponents' cards exchanged; then those that give one receiver another card instead,
/// for each receiver the `others` cards that it would give most gladly. They differ from each other.
std::vector<PushedCards> neighbours(const Situation& situation, const PushedCards& push, std::size_t others);

}  // namespace tichu::steady
