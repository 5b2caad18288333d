#pragma once

#include <vector>

#include "engine/combination.h"
#include "engine/plays.h"

namespace tichu::reference {

/// The rules of combinations a second time, slow and obvious, straight from engine/RULES.md and without any code of
/// the engine but its values: what the engine's answers are compared with.

/// Everything that the cards can be when led: tries every rank for the Phoenix (RULES 4).
std::vector<Combination> meanings(CardSet cards);

/// Whether `play` may lie on the combination `table` (RULES 5).
bool beats(const Combination& play, const Combination& table);

/// All meanings of all subsets of a hand: what can be led, wishes aside.
std::vector<Combination> all_plays(CardSet hand);

/// The legal answers to a query.
struct Answer {
  std::vector<Combination> plays;
  bool may_pass = false;
  bool wish_binds = false;
};

/// Chooses from `all`, which are the `all_plays` of the query's hand, those that are legal now (RULES 5, 6, 7).
Answer legal_plays(const PlayQuery& query, const std::vector<Combination>& all);

}  // namespace tichu::reference
