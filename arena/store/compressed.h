#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// Bytes as one Zstandard frame.
std::string compressed(std::string_view bytes);
/// The bytes again. Throws std::runtime_error where these are no such frame or would fill the memory.
std::string decompressed(std::string_view frame);

}  // namespace tichu::arena
