#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace tichu::adept {

inline constexpr std::size_t Width = 288;
inline constexpr std::size_t Inputs = 832;
inline constexpr std::size_t Answers = 1589;  ///< action ids (sdk/python/native/action_ids.h)

using InputBits = std::bitset<Inputs>;
template <typename Number>
using Units = std::array<Number, Width>;

/// The weight file, byte by byte as quantise.py writes it, little-endian. The stream has 13 binary places, what goes
/// into a product 11, weights 12, and so a product's sum 23.
struct Weights {
  std::array<Units<std::int16_t>, Inputs> first;  ///< by input; 13 places
  Units<std::int32_t> first_bias;
  Units<std::int16_t> norm_gain;
  Units<std::int16_t> norm_bias;
  std::array<Units<std::int16_t>, Width> up;
  Units<std::int32_t> up_bias;
  std::array<Units<std::int16_t>, Width> down;
  Units<std::int32_t> down_bias;
  Units<std::int16_t> last_gain;
  Units<std::int16_t> last_bias;
  std::array<Units<std::int16_t>, Answers> head;
  std::array<std::int32_t, Answers> head_bias;
  std::array<std::uint8_t, 12> padding;
};

/// The weights that are compiled in, and what hash of theirs (64-bit FNV-1a) is right.
const Weights& weights();
inline constexpr std::uint64_t WeightsHash = 0x368d'31cc'0f8b'0ffc;

/// A logit of this size is 1.
inline constexpr std::int32_t LogitUnit = 1 << 23;

/// How the two inner loops are computed: by plain code, or by AVX2 where the build has it. Sums are of 32 bits and
/// wrap, so the order of adding changes nothing and both give the same numbers.
enum class Arithmetic : std::uint8_t { Plain, Fastest };

/// The net's last layer of units for an input.
Units<std::int16_t> think(const InputBits& input, Arithmetic arithmetic = Arithmetic::Fastest);
/// The logit of an action id, 0..Answers - 1.
std::int32_t logit(const Units<std::int16_t>& units, int id, Arithmetic arithmetic = Arithmetic::Fastest);

}  // namespace tichu::adept
