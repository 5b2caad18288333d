#pragma once

#include "bots/steady/situation.h"
#include "engine/plays.h"
#include "sdk/bot.h"

namespace tichu::steady {

/// Whether to bomb out of turn, and with what; `bombs` are the legal ones. A bomb is kept unless it wins the round, or
/// stops an opponent who is about to, or takes many points from an opponent.
Play choose_bomb(const Situation& situation, const PlayList& bombs);

}  // namespace tichu::steady
