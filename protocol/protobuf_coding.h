#pragma once

#include <memory>

#include "protocol/arena_coding.h"

namespace tichu::protocol {

/// Protobuf in frames (PROTOCOL.md). Messages are cleared and used again, so that a request allocates nothing.
std::unique_ptr<ArenaCoding> make_protobuf_coding(std::size_t frame_limit);

}  // namespace tichu::protocol
