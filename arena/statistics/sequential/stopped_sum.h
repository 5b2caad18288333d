#pragma once

#include "arena/statistics/sequential/sprt.h"

namespace tichu::arena {

/// How a sequential test ended, or stands, as the sum of its boards' values less the middle of its hypotheses.
struct StoppedSum {
  SprtVerdict verdict = SprtVerdict::Undecided;
  double boards = 0;      ///< at least 1
  double first_look = 1;  ///< the boards before which the test looks at nothing
  double sum = 0;
  double lower = -1;  ///< the bounds of the sum, below 0 and above it
  double upper = 1;
};

/// The chance of an outcome as good as `end` or better where a board's value, less the middle of the hypotheses, has
/// the mean `mean` and the standard deviation `deviation` (positive). Outcomes are ordered stagewise: accepted early,
/// accepted late, undecided by the sum, rejected late, rejected early (Siegmund 1978). Up to the first look the sum is
/// a normal variable, after it a Brownian motion between bounds that lie farther by the mean overstep of a walk in
/// steps (Siegmund 1985, chapter 10). The bound that was met is where the sum stands: a test of a side that is far
/// stronger than was asked for ends far beyond it, because a single board or the first look carried it there.
double chance_of_better(const StoppedSum& end, double mean, double deviation);

}  // namespace tichu::arena
