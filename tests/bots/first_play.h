#pragma once

#include "engine/answer.h"
#include "engine/observation.h"

namespace tichu::tests {

/// The honest half of every bot in this folder: never calls, pushes its three cards with the lowest numbers, takes the
/// first of the canonical plays, plays no bombs out of turn, gives the Dragon to its right (or to whoever holds cards).
/// Deterministic.
Answer first_play(Question question, const Observation& seen);

}  // namespace tichu::tests
