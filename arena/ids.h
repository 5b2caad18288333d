#pragma once

#include <array>
#include <cstdint>

namespace tichu::arena {

/// A bot's number in its tournament's list of bots.
enum class BotId : std::uint16_t {};

/// The number of a bot or pair in its tournament's list of entrants.
enum class EntrantId : std::uint16_t {};

/// Two bots that play as partners; the first sits at the lower seat number. Both are the same in a plain round robin.
struct Partnership {
  std::array<BotId, 2> bots{};
  friend auto operator<=>(const Partnership&, const Partnership&) = default;
};

}  // namespace tichu::arena
