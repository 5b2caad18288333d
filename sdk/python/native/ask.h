#pragma once

#include <cstdint>

namespace tichu::training {

/// What a table of the environment asks. A push is asked card by card, a play with the Mahjong is followed by its wish,
/// and a seat that may call Tichu on its turn is asked for that first.
enum class Ask : std::uint8_t {
  GrandTichu,
  Tichu,
  PushRight,
  PushPartner,
  PushLeft,
  Play,
  Wish,
  Bomb,
  GiveDragon,
};
inline constexpr int AskCount = 9;

}  // namespace tichu::training
