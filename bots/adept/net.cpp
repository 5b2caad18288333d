#include "bots/adept/net.h"

#include <algorithm>
#include <bit>
#ifdef __AVX2__
#include <immintrin.h>
#endif

// The file becomes read-only data of the plug-in and of the program, so that there is nothing to find or to load.
__asm__(
    ".section .rodata\n"
    ".balign 64\n"
    ".global tichu_adept_weights\n"
    ".hidden tichu_adept_weights\n"
    "tichu_adept_weights:\n"
    ".incbin \"" TICHU_ADEPT_WEIGHTS
    "\"\n"
    ".text\n");
extern "C" {
extern const tichu::adept::Weights tichu_adept_weights __attribute__((visibility("hidden")));
}

namespace tichu::adept {
namespace {

static_assert(std::endian::native == std::endian::little && sizeof(Weights) == 1'738'400);

constexpr int StreamPlaces = 13;
constexpr int ValuePlaces = 11;
constexpr int WeightPlaces = 12;
constexpr int SumPlaces = WeightPlaces + ValuePlaces;

std::int32_t wrapped_sum(std::int32_t a, std::int32_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

/// Divided by a power of two and rounded.
std::int32_t scaled_down(std::int32_t value, int places) { return ((value >> (places - 1)) + 1) >> 1; }

struct PlainLoops {
  static void add(Units<std::int32_t>& sums, const Units<std::int16_t>& more) {
    for (std::size_t i = 0; i < Width; ++i) sums[i] = wrapped_sum(sums[i], more[i]);
  }
  static std::int32_t product(const Units<std::int16_t>& a, const Units<std::int16_t>& b) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < Width; ++i) sum = wrapped_sum(sum, std::int32_t{a[i]} * b[i]);
    return sum;
  }
};

#ifdef __AVX2__
struct FastestLoops {
  static __m256i load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }

  static void add(Units<std::int32_t>& sums, const Units<std::int16_t>& more) {
    for (std::size_t i = 0; i < Width; i += 8) {
      const __m128i eight = _mm_loadu_si128(static_cast<const __m128i*>(static_cast<const void*>(&more[i])));
      const __m256i sum = _mm256_add_epi32(load(&sums[i]), _mm256_cvtepi16_epi32(eight));
      _mm256_storeu_si256(static_cast<__m256i*>(static_cast<void*>(&sums[i])), sum);
    }
  }
  static std::int32_t product(const Units<std::int16_t>& a, const Units<std::int16_t>& b) {
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
};
static_assert(Width % 32 == 0);
#else
using FastestLoops = PlainLoops;
#endif

/// The greatest whole number whose square is at most `square`.
std::uint64_t root_of(std::uint64_t square) {
  std::uint64_t root = 0;
  for (int bit = 31; bit >= 0; --bit) {
    const std::uint64_t more = root | (std::uint64_t{1} << bit);
    if (more * more <= square) root = more;
  }
  return root;
}

/// Layer normalisation in whole numbers: the stream's units less their mean, by their deviation, times gain plus bias.
Units<std::int16_t> normalised(const Units<std::int32_t>& stream, const Units<std::int16_t>& gain,
                               const Units<std::int16_t>& bias, std::int32_t least) {
  std::int64_t sum = 0;
  for (const std::int32_t unit : stream) sum += unit;
  const auto mean = static_cast<std::int32_t>(sum / static_cast<std::int64_t>(Width));
  std::uint64_t squares = 0;
  for (const std::int32_t unit : stream) {
    const std::int64_t off = std::int64_t{unit} - mean;
    squares += static_cast<std::uint64_t>(off * off);
  }
  // 1e-5 is 671 with 26 binary places.
  const std::uint64_t deviation = root_of(squares / Width + 671);
  constexpr int Places = 32;
  const auto factor = static_cast<std::int64_t>((std::uint64_t{1} << Places) / deviation);
  Units<std::int16_t> values;
  for (std::size_t i = 0; i < Width; ++i) {
    const std::int64_t off = std::int64_t{stream[i]} - mean;
    const std::int64_t scaled = (off * factor) >> (Places - ValuePlaces);
    const std::int64_t value = ((scaled * gain[i]) >> WeightPlaces) + bias[i];
    values[i] = static_cast<std::int16_t>(std::clamp<std::int64_t>(value, least, 32767));
  }
  return values;
}

template <typename Loops>
Units<std::int16_t> think_by(const Weights& net, const InputBits& input) {
  Units<std::int32_t> stream = net.first_bias;
  for (std::size_t i = 0; i < Inputs; ++i) {
    if (input[i]) Loops::add(stream, net.first[i]);
  }
  const Units<std::int16_t> before = normalised(stream, net.norm_gain, net.norm_bias, -32768);
  Units<std::int16_t> between;
  for (std::size_t i = 0; i < Width; ++i) {
    const std::int32_t sum = wrapped_sum(Loops::product(net.up[i], before), net.up_bias[i]);
    between[i] = static_cast<std::int16_t>(std::clamp(scaled_down(sum, SumPlaces - ValuePlaces), 0, 32767));
  }
  for (std::size_t i = 0; i < Width; ++i) {
    const std::int32_t sum = wrapped_sum(Loops::product(net.down[i], between), net.down_bias[i]);
    stream[i] += scaled_down(sum, SumPlaces - StreamPlaces);
  }
  return normalised(stream, net.last_gain, net.last_bias, 0);
}

}  // namespace

const Weights& weights() { return tichu_adept_weights; }

Units<std::int16_t> think(const InputBits& input, Arithmetic arithmetic) {
  return arithmetic == Arithmetic::Plain ? think_by<PlainLoops>(weights(), input)
                                         : think_by<FastestLoops>(weights(), input);
}

std::int32_t logit(const Units<std::int16_t>& units, int id, Arithmetic arithmetic) {
  const auto place = static_cast<std::size_t>(id);
  const Units<std::int16_t>& row = weights().head[place];
  const std::int32_t product =
      arithmetic == Arithmetic::Plain ? PlainLoops::product(row, units) : FastestLoops::product(row, units);
  return wrapped_sum(product, weights().head_bias[place]);
}

}  // namespace tichu::adept
