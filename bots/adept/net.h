#pragma once

#include "bots/adept/layers.h"

namespace tichu::adept {

inline constexpr std::size_t Width = 288;
template <typename Number>
using Units = std::array<Number, Width>;
using Weights = WeightsOf<Width>;

/// The weights that are compiled in, and what hash of theirs (64-bit FNV-1a) is right.
const Weights& weights();
inline constexpr std::uint64_t WeightsHash = 0x368d'31cc'0f8b'0ffc;

/// The net's last layer of units for an input.
Units<std::int16_t> think(const InputBits& input, Arithmetic arithmetic = Arithmetic::Fastest);
/// The logit of an action id, 0..Answers - 1.
std::int32_t logit(const Units<std::int16_t>& units, int id, Arithmetic arithmetic = Arithmetic::Fastest);

}  // namespace tichu::adept
