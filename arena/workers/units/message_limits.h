#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tichu::arena {

/// What a kind of message may hold, so that bytes can be measured before they are parsed: a parser makes an object of a
/// hundred bytes for each empty message, which takes two, and keeps fields that nobody knows.
struct MessageLimits {
  /// A field that holds messages.
  struct Inner {
    const char* name;
    const MessageLimits* limits;
    std::size_t most;  ///< of them in one message
  };

  std::uint32_t fields;                       ///< they have the numbers 1 to this
  std::map<std::uint32_t, Inner> inner = {};  ///< by number of the field
};

/// Messages within messages, at most, whatever their kinds: some 100 MB once they are parsed.
inline constexpr std::size_t MostInnerMessages = std::size_t{1} << 20;

/// Of messages that may be of a newer version, with fields that are not known here.
inline constexpr std::uint32_t MostFields = 31;

/// Why bytes are no message of that kind, or too many messages stand in it: one sentence. Nullopt if a parser may have
/// them. Takes no memory.
std::optional<std::string> limit_error(std::string_view bytes, const MessageLimits& limits);

}  // namespace tichu::arena
