#pragma once

#include <cstddef>

namespace tichu::sampler {

/// What the search is tuned by. Found by play against steady over duplicated deals.
struct SearchSettings {
  /// How many plays are searched at most, those that steady rates highest.
  int plays = 10;
  /// A candidate is dropped once it is this many standard errors behind the best.
  double drop = 2.5;
  /// Another action than the first is chosen only if it is this many standard errors ahead.
  double guard = 1.0;
  /// The same for pushes and wishes, divided by the root of the number of guesses: with few of them, that steady
  /// prefers its own says more than they do.
  double refining_guard = 7;
  /// A push is found by so many searches: each compares the best push so far with others (push_candidates.h).
  int push_steps = 2;
  /// How many other cards for each receiver, those that steady would give most gladly.
  std::size_t other_gifts = 3;
  /// A push gets so many times as many playouts as other decisions if these are the budget: it decides more than most,
  /// and there is one a round.
  int push_playouts = 4;
  /// How much the players of its playouts vary, in tempi (LightPolicy); 0 for always the play that they rate highest.
  float temperature = 0.5;
  /// Whether guesses are the likelier the better they explain the others' play, or dealt evenly.
  bool believes = true;
  /// Whether it says what rounds brought that looked like this one, or the bare mean of its playouts.
  bool calibrates = true;
};

}  // namespace tichu::sampler
