#include "arena/tournament/workers/reference_speed.h"

#include <chrono>
#include <cstdint>

#include "engine/deal.h"
#include "engine/playout.h"
#include "engine/random.h"
#include "engine/random_policy.h"
#include "engine/round.h"
#include "engine/rules.h"

namespace tichu::arena {

double reference_speed() {
  using Clock = std::chrono::steady_clock;
  constexpr std::uint64_t Rounds = 20'000;
  const Clock::time_point began = Clock::now();
  RandomPolicy policy(Random(1));
  for (std::uint64_t i = 0; i < Rounds; ++i) {
    policy.restart(Random(1, i));
    Round round(deal(1, i), Rules{});
    play_out(round, policy);
  }
  return static_cast<double>(Rounds) / std::chrono::duration<double>(Clock::now() - began).count();
}

}  // namespace tichu::arena
