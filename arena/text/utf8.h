#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tichu::arena {

/// U+FFFD, which replaces bytes that are not a character.
constexpr std::string_view ReplacementCharacter = "\xef\xbf\xbd";

/// How many bytes of well-formed UTF-8 stand at the beginning of the text as one character; 0 if none does.
std::size_t utf8_length(std::string_view text);

/// Whether the whole text is well-formed UTF-8.
bool is_utf8(std::string_view text);

/// The text as UTF-8 of at most `most` bytes: U+FFFD for each byte that is not, cut off between two characters.
std::string bounded_utf8(std::string_view text, std::size_t most);

}  // namespace tichu::arena
