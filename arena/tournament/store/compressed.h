#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tichu::arena {

/// Bytes of a job's rounds, at most: far above the longest that is played, some 20 MB, four games of a thousand rounds
/// and what four seats may remark in each (RemarkLog). A damaged frame may promise anything, a record to import hold
/// it.
inline constexpr std::size_t MostJobBytes = std::size_t{256} << 20;

/// Bytes as one Zstandard frame.
std::string compressed(std::string_view bytes);
/// How many bytes a frame says that it holds. Throws std::runtime_error if it is none, or says none or too many.
std::uint64_t decompressed_size(std::string_view frame);
/// The bytes again. Throws std::runtime_error if these are no such frame or would fill the memory.
std::string decompressed(std::string_view frame);

}  // namespace tichu::arena
