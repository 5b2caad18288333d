#include "bots/sampler/expectation.h"

#include <cmath>

namespace tichu::sampler {
namespace {

// What `belief_bench lines 777001 16000 100 4000 400` prints, by OpenCall; below it the odds of calls.
constexpr std::array<ExpectationLine, 5> Lines{
    {{25.1, 105.7, 6.5}, {58.1, -17.4, 4.5}, {-39.2, 110.8, 17.0}, {16.7, 13.7, 6.5}, {8.0, -13.5, 0.0}}};

/// From odds to odds: logistic regressions.
struct OddsLine {
  double offset;
  double slope;
};
constexpr OddsLine TichuLine{-0.083, 0.740};
constexpr OddsLine GrandTichuLine{0.384, 1.155};

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
