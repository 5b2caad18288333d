#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tichu::arena {

/// The text, compressed (RFC 1950, which browsers call "deflate").
std::string deflated(std::string_view text);

/// The greatest length of `base64(deflated(text))` for a text of this many bytes.
std::size_t most_packed(std::size_t bytes);

/// Bytes as base64 (RFC 4648), with padding.
std::string base64(std::string_view bytes);

}  // namespace tichu::arena
