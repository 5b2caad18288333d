#pragma once

#include "engine/observation.h"
#include "protocol/messages.h"

namespace tichu::tests {

/// The honest half of every bot in this folder: never calls, pushes its three cards with the lowest numbers, takes the
/// first of the canonical plays, plays no bombs out of turn, gives the Dragon to its right (or to whoever holds cards).
/// Deterministic.
protocol::Answer first_play(protocol::Question question, const Observation& seen);

}  // namespace tichu::tests
