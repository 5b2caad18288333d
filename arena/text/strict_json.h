#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace tichu::arena {

/// Why a text is not the JSON that is taken here.
struct JsonError {
  std::optional<std::size_t> byte;  ///< offset of the first wrong byte, from 0, if it is known
  std::string message;              ///< one sentence without a full stop
};

/// The deepest nesting of arrays and objects that is read; records need three levels.
inline constexpr int JsonDepthLimit = 32;

/// Parses one JSON value that fills the whole text. Stricter than JSON: a key may stand only once in its object,
/// nesting is bounded, the text must be UTF-8 and every number must have a finite value. Never throws on bad input. For
/// sources only: it keeps the JSON library out of the public headers.
tl::expected<nlohmann::json, JsonError> parse_strict_json(std::string_view text);

/// Appends the text as a JSON string with its quotation marks. Bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string_view text, std::string& out);

}  // namespace tichu::arena
