#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tichu::arena {

/// What a bot says that it is: harmless lines of UTF-8 (`sanitized_line`) of at most MostIdentityBytes each; empty if
/// it says nothing. Nothing proves it.
struct BotIdentity {
  std::string name;
  std::string version;
  friend bool operator==(const BotIdentity&, const BotIdentity&) = default;
};

inline constexpr std::size_t MostIdentityBytes = 64;

/// The identity that a bot gave, in whatever bytes.
BotIdentity said_identity(std::string_view name, std::string_view version);

}  // namespace tichu::arena
