#pragma once

#include "bots/adept/net.h"
#include "engine/observation.h"
#include "sdk/python/native/ask.h"

namespace tichu::adept {

/// What a seat is asked, besides what it sees.
struct Asked {
  training::Ask ask = training::Ask::Play;
  PushedCards pushing;  ///< the cards of the push that are chosen so far
  Combination chosen;   ///< the play whose wish is asked for
};

/// The net's input: the layout `compact-v1` (sdk/python/native/layout.cpp) without the game's scores, where a number n
/// is so many bits as it can become, of which the first n are set.
InputBits input_of(const Observation& seen, const Asked& asked);

}  // namespace tichu::adept
