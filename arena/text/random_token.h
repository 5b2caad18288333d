#pragma once

#include <string>

#include "arena/text/digest.h"

namespace tichu::arena {

/// A secret of 128 random bits, as 32 hexadecimal digits, which opens a seat or one's own boards, or tells a request
/// from others.
inline std::string random_token() { return random_hexadecimal(32); }

}  // namespace tichu::arena
