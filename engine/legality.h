#pragma once

#include <string>
#include <string_view>

#include "engine/action.h"
#include "engine/play_query.h"

namespace tichu {

/// A verdict on an action: legal, or the clause of the rules that it breaks.
struct Legality {
  /// The clause of `engine/RULES.md`, such as "7.3"; empty if the action is legal.
  std::string_view clause;
  /// What is wrong, one sentence without a full stop; empty if the action is legal.
  std::string_view reason;

  constexpr bool ok() const { return clause.empty(); }
  static constexpr Legality legal() { return {}; }
};

/// Judges a play without the generators of plays.h: two implementations of one truth that tests hold together.
Legality judge_play(const PlayQuery& situation, const Combination& play, Rank wish);
/// Judges a pass on the own turn (RULES 6.2, 7.3).
Legality judge_pass(const PlayQuery& situation);
/// Whether a legal play with a natural card of the wished rank exists, so that the wish binds (RULES 7.3).
bool wish_binds(CardSet hand, const Combination& table, Rank wish);

}  // namespace tichu
