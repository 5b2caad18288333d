#pragma once

#include "arena/statistics/sequential/sprt.h"

namespace tichu::arena {

/// How a sequential test ended, or stands: the sum of its boards' values, each minus the middle of the hypotheses.
struct StoppedSum {
  SprtVerdict verdict = SprtVerdict::Undecided;
  double boards = 0;      ///< at least 1
  double first_look = 1;  ///< boards before the test looks for the first time
  double sum = 0;
  double lower = -1;  ///< the bounds of the sum: one below 0, one above
  double upper = 1;
};

/// The probability of an outcome as good as `end` or better, in the stagewise ordering (README.md, "After stopping"),
/// if a board's value minus the middle of the hypotheses has mean `mean` and standard deviation `deviation` (positive).
double stagewise_p_value(const StoppedSum& end, double mean, double deviation);

}  // namespace tichu::arena
