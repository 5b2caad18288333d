#pragma once

#include <string>

namespace tichu::arena {

/// A number with its sign, and no "-0".
std::string signed_number(double value, int decimals);
/// Rounded to a ten-thousandth, far below the error of any strength; never "-0".
double rounded_number(double value);

}  // namespace tichu::arena
