#pragma once

#include <string>
#include <string_view>

namespace tichu::arena {

/// Records of a job, a line each, compressed (Zstandard, one frame). About a fifth of the text.
std::string pack_records(std::string_view lines);
/// The lines again. Throws std::runtime_error where the bytes are no such frame or would fill the memory.
std::string unpack_records(std::string_view packed);

}  // namespace tichu::arena
