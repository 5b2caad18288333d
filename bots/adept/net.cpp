#include "bots/adept/net.h"

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

template <typename Loops>
Units<std::int16_t> think_by(const InputBits& input) {
  FirstLayer<Width, Loops> first(weights());
  return units_of<Width, Loops>(weights(), first.sums_of(input));
}

}  // namespace

const Weights& weights() { return tichu_adept_weights; }

Units<std::int16_t> think(const InputBits& input, Arithmetic arithmetic) {
  return arithmetic == Arithmetic::Plain ? think_by<PlainLoops<Width>>(input) : think_by<FastestLoops<Width>>(input);
}

std::int32_t logit(const Units<std::int16_t>& units, int id, Arithmetic arithmetic) {
  return arithmetic == Arithmetic::Plain ? logit_of<Width, PlainLoops<Width>>(weights(), units, id)
                                         : logit_of<Width, FastestLoops<Width>>(weights(), units, id);
}

}  // namespace tichu::adept
