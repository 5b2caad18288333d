#pragma once

#include <string>

namespace tichu::arena {

/// A number with its sign, and no "-0".
std::string signed_number(double value, int decimals);

}  // namespace tichu::arena
