#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tichu::arena {

/// The text compressed (RFC 1950, what browsers call "deflate").
std::string deflated(std::string_view text);

/// How long `base64(deflated(text))` of a text of so many bytes is at most.
std::size_t most_packed(std::size_t bytes);

/// Bytes as base64 (RFC 4648), with padding.
std::string base64(std::string_view bytes);

}  // namespace tichu::arena
