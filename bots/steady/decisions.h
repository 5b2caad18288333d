#pragma once

#include "bots/steady/situation.h"
#include "engine/combination.h"
#include "engine/plays.h"
#include "sdk/bot.h"

// The small decisions; play_choice.h and push_system.h have the large ones.
namespace tichu::steady {

/// The rank to wish for with `play`, which holds the Mahjong.
Rank choose_wish(const SeatView& view, const Combination& play);

/// Whether to bomb out of turn, and with what; `bombs` are the legal ones. A bomb is kept unless it wins the round, or
/// stops an opponent who is about to, or takes many points from an opponent.
Play choose_bomb(const Situation& situation, const PlayList& bombs);

/// Who gets the Dragon's trick: the opponent who is likelier to end last, since that seat's tricks go to the first out
/// (RULES 8.2).
Side choose_dragon_receiver(const SeatView& view);

}  // namespace tichu::steady
