#pragma once

#include <cassert>
#include <cstdint>

namespace tichu {

/// The engine's random numbers: SplitMix64 (Steele, Lea, Flood 2014), a counter that is hashed. The same key
/// gives the same numbers on every machine; test vectors stand in `engine/DEALS.md`.
class Random {
 public:
  constexpr explicit Random(std::uint64_t key) : state_(key) {}
  /// A stream of its own for a pair such as (seed, deal index), independent of neighbouring pairs.
  constexpr Random(std::uint64_t seed, std::uint64_t index) : state_(mix(mix(seed + Gamma) + Gamma * (index + 1))) {}

  /// 64 evenly distributed bits.
  constexpr std::uint64_t next() {
    state_ += Gamma;
    return mix(state_);
  }
  /// Evenly distributed over 0..bound-1, without bias (Lemire 2019); `bound` must be positive.
  constexpr std::uint32_t below(std::uint32_t bound) { return below(bound, next()); }
  /// The same from a word that `next` gave: for callers that know the bound only later and would wait for the word.
  constexpr std::uint32_t below(std::uint32_t bound, std::uint64_t word) {
    assert(bound > 0);
    std::uint64_t product = (word >> 32) * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (low < threshold) {
        product = (next() >> 32) * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// The finalizer of SplitMix64: a bijection of 64-bit words that mixes well.
  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  static constexpr std::uint64_t Gamma = 0x9e3779b97f4a7c15;
  std::uint64_t state_;
};

}  // namespace tichu
