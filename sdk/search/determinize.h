#pragma once

#include <optional>

#include "engine/action.h"
#include "engine/observation.h"
#include "engine/random.h"
#include "engine/round.h"
#include "sdk/search/hidden_cards.h"

namespace tichu {

/// A guess of the hands of Right, Partner and Left that contradicts nothing that the seat knows, drawn at random: cards
/// that no knowledge ties are dealt evenly. nullopt if no such guess was found in `attempts` draws.
std::optional<PerSide<CardSet>> guess_hands(const HiddenCards& hidden, Random& random, int attempts = 64);

/// The round as it would stand if the others held `hands`, with the own seat as seat 0, Right as 1, Partner as 2 and
/// Left as 3. `asked` is the decision that is faced by `who`, the own seat unless told otherwise: Turn, Bomb or
/// GiveDragon.
Round imagine_round(const Observation& seen, const PerSide<CardSet>& hands, Question asked, Side who = Side::Me);

}  // namespace tichu
