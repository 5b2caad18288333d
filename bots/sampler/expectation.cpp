#include "bots/sampler/expectation.h"

#include <cmath>

namespace tichu::sampler {
namespace {

// What `belief_bench lines 888001 20000 100 6000 400` prints, by OpenCall; below it the odds of calls.
constexpr std::array<ExpectationLine, 5> Lines{
    {{28.6, 109.3, 6.0}, {59.3, -29.8, 4.5}, {-28.8, 116.0, 11.5}, {16.8, 14.0, 6.0}, {11.4, -15.2, 0.5}}};

/// From odds to odds: logistic regressions.
struct OddsLine {
  double offset;
  double slope;
};
constexpr OddsLine TichuLine{-0.103, 0.747};
constexpr OddsLine GrandTichuLine{0.492, 1.198};

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
