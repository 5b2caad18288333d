#pragma once

#include <cstdint>

#include "arena/hosting/player/player.h"
#include "engine/observation.h"
#include "engine/plays.h"
#include "engine/random.h"

namespace tichu::tests {

/// Legal answers by chance: plays and passes evenly, calls seldom, bombs often, wishes and gifts evenly. A pure
/// function of the seed and of what was asked.
class RandomAnswers {
 public:
  explicit RandomAnswers(std::uint64_t seed) : random_(seed) {}

  arena::TimedAnswer answer(Question question, const Observation& seen);

 private:
  bool one_in(std::uint32_t count) { return random_.below(count) == 0; }
  Action push(const Observation& seen);
  Action turn(const Observation& seen);
  Action bomb(const Observation& seen);
  Side gift(const Observation& seen);

  Random random_;
  PlayList plays_;
};

}  // namespace tichu::tests
