#include "arena/workers/units/reference_speed.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "engine/deal.h"
#include "engine/playout.h"
#include "engine/random.h"
#include "engine/random_policy.h"
#include "engine/round.h"
#include "engine/rules.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t SpeedRounds = 4'000;

double seconds_for_rounds() {
  const auto began = std::chrono::steady_clock::now();
  RandomPolicy policy(Random(1));
  for (std::uint64_t i = 0; i < SpeedRounds; ++i) {
    policy.restart(Random(1, i));
    Round round(deal(1, i), Rules{});
    play_out(round, policy);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

double reference_speed() {
  double least = seconds_for_rounds();
  for (int i = 1; i < 5; ++i) least = std::min(least, seconds_for_rounds());
  return static_cast<double>(SpeedRounds) / least;
}

}  // namespace tichu::arena
