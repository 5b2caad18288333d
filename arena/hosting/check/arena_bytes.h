#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/arena_coding.h"

namespace tichu::arena {

/// Bytes that an arena could send, sound or not. Each is one frame or line, or more.

/// A payload with its length in front.
std::string framed(std::string_view payload);

/// A greeting that offers these versions of the protocol.
std::string greeting(protocol::Coding coding, std::uint32_t min_version, std::uint32_t max_version);

/// A greeting of this version with a member that no version has.
std::string greeting_with_unknown_member(protocol::Coding coding);

/// A new bot sits down, and a farewell.
std::string new_bot_and_farewell(protocol::Coding coding);

/// Something that no sound arena sends, by what it is.
struct Garbage {
  std::string_view name;     ///< such as "half a message"
  bool greets_first = true;  ///< whether a sound greeting goes before it
  std::string bytes;
};

/// All kinds of garbage; noise is drawn from `seed`.
std::vector<Garbage> all_garbage(protocol::Coding coding, std::uint64_t seed);

}  // namespace tichu::arena
