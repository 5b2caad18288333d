#pragma once

#include <cstddef>

#include "engine/remark.h"

namespace tichu::tests {

/// How many different ones there are.
constexpr std::size_t HostileRemarks = 8;

/// What a hostile bot says of a decision: too long, too much, no text, no numbers; none is kept as it was said.
Remark hostile_remark(std::size_t number);

}  // namespace tichu::tests
