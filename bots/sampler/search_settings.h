#pragma once

namespace tichu::sampler {

/// What the search is tuned by. Found by play against steady over duplicated deals.
struct SearchSettings {
  /// How many plays are searched at most, those that steady rates highest.
  int plays = 10;
  /// A candidate is dropped once it is this many standard errors behind the best.
  double drop = 2.5;
  /// Another action than the first is chosen only if it is this many standard errors ahead.
  double guard = 1.0;
  /// How much the players of its playouts vary, in tempi (LightPolicy); 0 for always the play that they rate highest.
  float temperature = 0.5;
  /// Whether guesses are the likelier the better they explain the others' play, or dealt evenly.
  bool believes = true;
  /// Whether it says what rounds brought that looked like this one, or the bare mean of its playouts.
  bool calibrates = true;
};

}  // namespace tichu::sampler
