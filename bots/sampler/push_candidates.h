#pragma once

#include <cstddef>
#include <vector>

#include "bots/steady/situation.h"
#include "engine/action.h"

namespace tichu::sampler {

/// Pushes to compare, no two alike: `push` first; then its neighbours (bots/steady/push_system.h), with `others` cards
/// for each receiver; then LightPolicy's.
std::vector<Action> push_candidates(const steady::Situation& situation, const PushedCards& push, std::size_t others);

}  // namespace tichu::sampler
