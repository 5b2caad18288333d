#pragma once

#include <array>
#include <span>

#include "bots/steady/situation.h"
#include "engine/plays.h"
#include "sdk/bot.h"

namespace tichu::steady {

/// A legal play, or the pass, and what steady thinks of it, in tempi; only differences mean anything.
struct RatedRunner {
  Play play;
  float score = 0;
};

/// What `play`, a legal play on the own turn, is worth.
float rate_play(const Situation& situation, const Combination& play);
/// What passing is worth.
float rate_pass(const Situation& situation);

/// Rates each of the canonical legal plays (`legal`, as `canonical_plays` lists them for the own turn) and the pass
/// if it is allowed, and keeps the best, at most as many as `rated` has room for, best first. Returns their number.
/// The order of equals is that of the list, the pass last.
int rate_plays(const Situation& situation, const PlayList& legal, std::span<RatedRunner> rated);

/// The play with the best rating. `legal` must not be empty unless passing is allowed.
Play choose_play(const Situation& situation, const PlayList& legal);

}  // namespace tichu::steady
