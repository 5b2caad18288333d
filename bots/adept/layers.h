#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace tichu::adept {

inline constexpr std::size_t Inputs = 832;
inline constexpr std::size_t Answers = 1589;  ///< action ids (sdk/python/native/action_ids.h)

/// One bit for each input, in words of 64.
using InputBits = std::array<std::uint64_t, Inputs / 64>;

/// The weight file of a net of one block, byte by byte as quantise.py writes it, little-endian. The stream has 13
/// binary places, what goes into a product 11, weights 12, and so a product's sum 23.
template <std::size_t Width>
struct WeightsOf {
  template <typename Number>
  using Units = std::array<Number, Width>;
  static constexpr std::size_t Used = 2 * Width * (Inputs + 4 + 2 * Width + Answers) + 12 * Width + 4 * Answers;

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
  std::array<std::uint8_t, 32 - Used % 32> padding;
};

/// A logit of this size is 1.
inline constexpr std::int32_t LogitUnit = 1 << 23;

/// How the inner loops are computed: by plain code, or by AVX2 where the build has it. Sums are of 32 bits and wrap, so
/// the order of adding changes nothing and both give the same numbers.
enum class Arithmetic : std::uint8_t { Plain, Fastest };

constexpr int StreamPlaces = 13;
constexpr int ValuePlaces = 11;
constexpr int WeightPlaces = 12;
constexpr int SumPlaces = WeightPlaces + ValuePlaces;

inline std::int32_t wrapped_sum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

/// Divided by a power of two and rounded.
inline std::int32_t scaled_down(std::int32_t value, int places) { return ((value >> (places - 1)) + 1) >> 1; }

/// The greatest whole number whose square is at most `square`, which is less than 2^52.
inline std::int64_t root_of(std::int64_t square) {
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(square)));
  while (root * root > square) --root;
  while ((root + 1) * (root + 1) <= square) ++root;
  return root;
}

/// What layer normalisation takes off each unit, and by what it multiplies the rest, with 32 binary places.
struct Spread {
  std::int32_t mean = 0;
  std::int32_t factor = 0;
};
inline constexpr int FactorPlaces = 32;

inline Spread spread_of(std::int64_t squares, std::int32_t mean, std::size_t width) {
  // 1e-5 is 671 with 26 binary places.
  const std::int64_t deviation = root_of(squares / static_cast<std::int64_t>(width) + 671);
  return {mean, static_cast<std::int32_t>((std::int64_t{1} << FactorPlaces) / deviation)};
}

template <std::size_t Width>
struct PlainLoops {
  using Sums = std::array<std::int32_t, Width>;
  using Values = std::array<std::int16_t, Width>;

  static void add(Sums& sums, const Values& more) {
    for (std::size_t i = 0; i < Width; ++i) sums[i] = wrapped_sum(sums[i], more[i]);
  }
  static void subtract(Sums& sums, const Values& less) {
    for (std::size_t i = 0; i < Width; ++i) sums[i] = wrapped_sum(sums[i], -less[i]);
  }
  static std::int32_t product(const Values& a, const Values& b) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < Width; ++i) sum = wrapped_sum(sum, std::int32_t{a[i]} * b[i]);
    return sum;
  }
  static void products(const std::array<Values, Width>& rows, const Values& values, Sums& sums) {
    for (std::size_t i = 0; i < Width; ++i) sums[i] = product(rows[i], values);
  }
  static Spread spread(const Sums& stream) {
    std::int64_t sum = 0;
    for (const std::int32_t unit : stream) sum += unit;
    const auto mean = static_cast<std::int32_t>(sum / static_cast<std::int64_t>(Width));
    std::int64_t squares = 0;
    for (const std::int32_t unit : stream) squares += (std::int64_t{unit} - mean) * (std::int64_t{unit} - mean);
    return spread_of(squares, mean, Width);
  }
  /// The stream's units less their mean, by their deviation, times gain plus bias.
  static Values normalised(const Sums& stream, const Values& gain, const Values& bias, std::int32_t least) {
    const Spread by = spread(stream);
    Values values;
    for (std::size_t i = 0; i < Width; ++i) {
      const std::int64_t off = std::int64_t{stream[i]} - by.mean;
      const std::int64_t scaled = (off * by.factor) >> (FactorPlaces - ValuePlaces);
      const std::int64_t value = ((scaled * gain[i]) >> WeightPlaces) + bias[i];
      values[i] = static_cast<std::int16_t>(std::clamp<std::int64_t>(value, least, 32767));
    }
    return values;
  }
};

#ifdef __AVX2__
template <std::size_t Width>
struct FastestLoops {
  static_assert(Width % 32 == 0);
  using Sums = std::array<std::int32_t, Width>;
  using Values = std::array<std::int16_t, Width>;

  static __m256i load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
  static void store(void* to, __m256i value) { _mm256_storeu_si256(static_cast<__m256i*>(to), value); }
  static __m256i wide(const std::int16_t* from) {
    return _mm256_cvtepi16_epi32(_mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(from))));
  }

  static void add(Sums& sums, const Values& more) {
    for (std::size_t i = 0; i < Width; i += 8) store(&sums[i], _mm256_add_epi32(load(&sums[i]), wide(&more[i])));
  }
  static void subtract(Sums& sums, const Values& less) {
    for (std::size_t i = 0; i < Width; i += 8) store(&sums[i], _mm256_sub_epi32(load(&sums[i]), wide(&less[i])));
  }
  static std::int32_t product(const Values& a, const Values& b) {
    __m256i even = _mm256_setzero_si256();
    __m256i odd = even;
    for (std::size_t i = 0; i < Width; i += 32) {
      even = _mm256_add_epi32(even, _mm256_madd_epi16(load(&a[i]), load(&b[i])));
      odd = _mm256_add_epi32(odd, _mm256_madd_epi16(load(&a[i + 16]), load(&b[i + 16])));
    }
    const __m256i eight = _mm256_add_epi32(even, odd);
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
    four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    return _mm_cvtsi128_si32(_mm_add_epi32(four, _mm_shuffle_epi32(four, 0xb1)));
  }
  /// Eight rows at once, so that their sums are gathered together.
  static void products(const std::array<Values, Width>& rows, const Values& values, Sums& sums) {
    for (std::size_t row = 0; row < Width; row += 8) {
      __m256i part[8] = {};
      for (std::size_t i = 0; i < Width; i += 16) {
        const __m256i value = load(&values[i]);
        for (std::size_t k = 0; k < 8; ++k) {
          part[k] = _mm256_add_epi32(part[k], _mm256_madd_epi16(load(&rows[row + k][i]), value));
        }
      }
      const __m256i low = _mm256_hadd_epi32(_mm256_hadd_epi32(part[0], part[1]), _mm256_hadd_epi32(part[2], part[3]));
      const __m256i high = _mm256_hadd_epi32(_mm256_hadd_epi32(part[4], part[5]), _mm256_hadd_epi32(part[6], part[7]));
      store(&sums[row],
            _mm256_add_epi32(_mm256_permute2x128_si256(low, high, 0x20), _mm256_permute2x128_si256(low, high, 0x31)));
    }
  }
  static std::int64_t sum_of(__m256i four) {
    const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return _mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1);
  }
  static Spread spread(const Sums& stream) {
    __m256i sums = _mm256_setzero_si256();
    for (std::size_t i = 0; i < Width; i += 8) {
      const __m256i units = load(&stream[i]);
      sums = _mm256_add_epi64(sums, _mm256_cvtepi32_epi64(_mm256_castsi256_si128(units)));
      sums = _mm256_add_epi64(sums, _mm256_cvtepi32_epi64(_mm256_extracti128_si256(units, 1)));
    }
    const auto mean = static_cast<std::int32_t>(sum_of(sums) / static_cast<std::int64_t>(Width));
    const __m256i means = _mm256_set1_epi32(mean);
    __m256i squares = _mm256_setzero_si256();
    for (std::size_t i = 0; i < Width; i += 8) {
      const __m256i off = _mm256_sub_epi32(load(&stream[i]), means);
      const __m256i odd = _mm256_srli_epi64(off, 32);
      squares = _mm256_add_epi64(squares, _mm256_mul_epi32(off, off));
      squares = _mm256_add_epi64(squares, _mm256_mul_epi32(odd, odd));
    }
    return spread_of(sum_of(squares), mean, Width);
  }
  /// Eight units, normalised: a stream's unit and the factor have 32 bits, their product 64, of which 32 are kept.
  static __m256i eight_normalised(const std::int32_t* stream, __m256i mean, __m256i factor, const std::int16_t* gain,
                                  const std::int16_t* bias) {
    constexpr int Places = FactorPlaces - ValuePlaces;
    const __m256i off = _mm256_sub_epi32(load(stream), mean);
    const __m256i even = _mm256_srli_epi64(_mm256_mul_epi32(off, factor), Places);
    const __m256i odd =
        _mm256_slli_epi64(_mm256_srli_epi64(_mm256_mul_epi32(_mm256_srli_epi64(off, 32), factor), Places), 32);
    const __m256i scaled = _mm256_blend_epi32(even, odd, 0xaa);
    return _mm256_add_epi32(_mm256_srai_epi32(_mm256_mullo_epi32(scaled, wide(gain)), WeightPlaces), wide(bias));
  }
  static Values normalised(const Sums& stream, const Values& gain, const Values& bias, std::int32_t least) {
    const Spread by = spread(stream);
    const __m256i mean = _mm256_set1_epi32(by.mean);
    const __m256i factor = _mm256_set1_epi32(by.factor);
    const __m256i lowest = _mm256_set1_epi16(static_cast<std::int16_t>(least));
    Values values;
    for (std::size_t i = 0; i < Width; i += 16) {
      const __m256i low = eight_normalised(&stream[i], mean, factor, &gain[i], &bias[i]);
      const __m256i high = eight_normalised(&stream[i + 8], mean, factor, &gain[i + 8], &bias[i + 8]);
      const __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8);
      store(&values[i], _mm256_max_epi16(packed, lowest));
    }
    return values;
  }
};
#else
template <std::size_t Width>
using FastestLoops = PlainLoops<Width>;
#endif

/// Calls `look(i)` for each set bit of a word, at `64 * word + i`.
template <typename Look>
void for_each_bit(std::uint64_t bits, std::size_t word, Look look) {
  for (; bits != 0; bits &= bits - 1) look(64 * word + static_cast<std::size_t>(std::countr_zero(bits)));
}

/// The first layer's sums for an input that changes little from one time to the next: what stays the same is not added
/// again.
template <std::size_t Width, typename Loops = FastestLoops<Width>>
class FirstLayer {
 public:
  explicit FirstLayer(const WeightsOf<Width>& net) : net_(&net), sums_(net.first_bias) {}

  const std::array<std::int32_t, Width>& sums_of(const InputBits& input) {
    for (std::size_t word = 0; word < input.size(); ++word) {
      for_each_bit(input[word] & ~input_[word], word, [&](std::size_t i) { Loops::add(sums_, net_->first[i]); });
      for_each_bit(input_[word] & ~input[word], word, [&](std::size_t i) { Loops::subtract(sums_, net_->first[i]); });
    }
    input_ = input;
    return sums_;
  }

 private:
  const WeightsOf<Width>* net_;
  InputBits input_{};
  std::array<std::int32_t, Width> sums_;
};

/// The net's last layer of units, by the sums of its first.
template <std::size_t Width, typename Loops = FastestLoops<Width>>
std::array<std::int16_t, Width> units_of(const WeightsOf<Width>& net, const std::array<std::int32_t, Width>& first) {
  std::array<std::int32_t, Width> sums;
  Loops::products(net.up, Loops::normalised(first, net.norm_gain, net.norm_bias, -32768), sums);
  std::array<std::int16_t, Width> between;
  for (std::size_t i = 0; i < Width; ++i) {
    const std::int32_t sum = wrapped_sum(sums[i], net.up_bias[i]);
    between[i] = static_cast<std::int16_t>(std::clamp(scaled_down(sum, SumPlaces - ValuePlaces), 0, 32767));
  }
  Loops::products(net.down, between, sums);
  std::array<std::int32_t, Width> stream;
  for (std::size_t i = 0; i < Width; ++i) {
    const std::int32_t sum = wrapped_sum(sums[i], net.down_bias[i]);
    stream[i] = wrapped_sum(first[i], scaled_down(sum, SumPlaces - StreamPlaces));
  }
  return Loops::normalised(stream, net.last_gain, net.last_bias, 0);
}

/// The logit of an action id, 0..Answers - 1.
template <std::size_t Width, typename Loops = FastestLoops<Width>>
std::int32_t logit_of(const WeightsOf<Width>& net, const std::array<std::int16_t, Width>& units, int id) {
  const auto place = static_cast<std::size_t>(id);
  return wrapped_sum(Loops::product(net.head[place], units), net.head_bias[place]);
}

}  // namespace tichu::adept
