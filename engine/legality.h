#pragma once

#include <string>
#include <string_view>

#include "engine/action.h"
#include "engine/rules.h"

namespace tichu {

/// A verdict on an action: legal, or the clause of the rules that it breaks.
struct Legality {
  /// The clause of `engine/RULES.md`, such as "7.3"; empty where the action is legal.
  std::string_view clause;
  /// What is wrong, one sentence without a full stop; empty where the action is legal.
  std::string_view reason;

  constexpr bool ok() const { return clause.empty(); }
  static constexpr Legality legal() { return {}; }
};

/// What lies before a seat that plays, passes or bombs.
struct PlaySituation {
  CardSet hand;
  Combination table;       ///< empty for a lead
  Rank wish = Rank::None;  ///< the open wish
  bool out_of_turn = false;
  bool bomb_ignores_wish = false;
};

/// Judges a play without the generators of plays.h: two implementations of one truth that tests hold together.
Legality judge_play(const PlaySituation& situation, const Combination& play, Rank wish);
/// Judges a pass on the own turn (RULES 6.2, 7.3).
Legality judge_pass(const PlaySituation& situation);
/// Whether a legal play with a natural card of the wished rank exists, so that the wish binds (RULES 7.3).
bool wish_binds(CardSet hand, const Combination& table, Rank wish);

}  // namespace tichu
