#include "bots/sampler/expectation.h"

#include <cmath>

namespace tichu::sampler {
namespace {

// What `belief_bench lines 777001 16000 100 4000 400` prints, by OpenCall; below it the odds of calls.
constexpr std::array<ExpectationLine, 5> Lines{
    {{22.7, 107.5, 7.0}, {59.4, -24.2, 4.0}, {-37.7, 116.9, 12.0}, {15.7, 14.8, 6.0}, {8.1, -12.9, 0.0}}};

/// From odds to odds: logistic regressions.
struct OddsLine {
  double offset;
  double slope;
};
constexpr OddsLine TichuLine{-0.033, 0.712};
constexpr OddsLine GrandTichuLine{0.461, 1.264};

double chance(const OddsLine& line, float odds) {
  return 1 / (1 + std::exp(-(line.offset + line.slope * static_cast<double>(odds))));
}

bool has_called(const Observation& seen, Side side) { return seen.calls[side] != Call::None; }

}  // namespace

OpenCall open_call(const Observation& seen) {
  if (seen.anyone_out()) return OpenCall::Decided;
  if (has_called(seen, Side::Me)) return OpenCall::Own;
  if (has_called(seen, Side::Left) || has_called(seen, Side::Right)) return OpenCall::Opponents;
  return has_called(seen, Side::Partner) ? OpenCall::Partners : OpenCall::None;
}

const ExpectationLine& expectation_line(OpenCall open) { return Lines.at(static_cast<std::size_t>(open)); }

double chance_of_tichu(float odds) { return chance(TichuLine, odds); }

double chance_of_grand_tichu(float odds) { return chance(GrandTichuLine, odds); }

}  // namespace tichu::sampler
