#pragma once

#include <array>
#include <cstddef>

#include "engine/deal.h"

namespace tichu::arena {

/// What `high_card_lead` counts: Dragon, Phoenix, Dog, Mahjong, aces, kings.
inline constexpr std::size_t HighCardKinds = 6;

/// How many more of each kind of high card team A is dealt than team B. Every deal is as likely as the same with the
/// teams exchanged, so the mean of each is 0.
std::array<double, HighCardKinds> high_card_lead(const Deal& deal);

}  // namespace tichu::arena
