#pragma once

#include <array>
#include <cstdint>

#include "engine/seat.h"

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

/// The three questions of a push, in their order.
inline constexpr std::array<Ask, 3> PushAsks{Ask::PushRight, Ask::PushPartner, Ask::PushLeft};

/// To whom the card goes that one of PushAsks is about.
constexpr Side pushed_to(Ask ask) {
  if (ask == Ask::PushRight) return Side::Right;
  return ask == Ask::PushPartner ? Side::Partner : Side::Left;
}

}  // namespace tichu::training
