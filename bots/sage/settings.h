#pragma once

#include <cstddef>

namespace tichu::sage {

/// What the search is tuned by (results/experiments/sage.md).
struct Settings {
  std::size_t plays = 8;  ///< are searched at most, those that the net takes to be likeliest
  double least = 0.003;   ///< a play that the net takes to be less likely is not searched
  double drop = 2.5;      ///< a play is dropped once it is this many standard errors behind the best
  double guard = 0.5;     ///< another play than the net's is chosen only if it is this many standard errors ahead,
  double nat = 1;         ///< and so many points besides for each factor e by which the net takes it to be less likely
  double temperature = 0.5;  ///< of the net in playouts
};

}  // namespace tichu::sage
