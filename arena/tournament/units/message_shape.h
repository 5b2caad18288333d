#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tichu::arena {

/// What a kind of message may hold of messages in it, so that bytes can be measured before they are parsed: a parser
/// makes an object of a hundred bytes for each empty message, which takes two.
struct MessageShape {
  /// A field that holds messages.
  struct Inner {
    const char* name;
    const MessageShape* shape;
    std::size_t most;  ///< of them in one message
  };

  std::map<std::uint32_t, Inner> inner;  ///< by number of the field
};

/// Messages within messages, at most, whatever their kinds: some 100 MB once they are parsed.
inline constexpr std::size_t MostInnerMessages = std::size_t{1} << 20;

/// Why bytes are no message of this shape, or too many messages stand in it: one sentence. Nullopt if a parser may have
/// them. Takes no memory.
std::optional<std::string> misfit(std::string_view bytes, const MessageShape& shape);

}  // namespace tichu::arena
