#pragma once

#include <cstddef>
#include <memory>

#include "protocol/arena_coding.h"

namespace tichu::protocol {

/// Lines of JSON (JSON.md). A question carries all that its seat may know, so that a bot need not keep anything.
std::unique_ptr<ArenaCoding> make_json_coding(std::size_t line_limit);

}  // namespace tichu::protocol
