#pragma once

#include <cstdint>

#include "arena/hosting/player/player.h"
#include "engine/observation.h"
#include "engine/plays.h"
#include "engine/random.h"

namespace tichu::arena {

/// Who plays with and against a bot that is checked: legal answers by chance that bring about what is rare. It calls
/// both Tichus now and then, plays the Mahjong soon and always wishes, for a rank that others hold, and bombs every
/// other time it can. A pure function of its seed and of what it is asked.
class SparringPlayer : public Player {
 public:
  explicit SparringPlayer(std::uint64_t seed) : random_(seed) {}

  tl::expected<void, Fault> sit_down(const SeatSetup& /*setup*/) override { return {}; }
  void begin_round(const Observation& /*seen*/) override {}
  void tell(const SeenEvent& /*event*/, const Observation& /*seen*/) override {}
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override;

 private:
  bool one_in(std::uint32_t count) { return random_.below(count) == 0; }
  Action push(CardSet hand);
  Action turn(const Observation& seen);
  Action bomb(const Observation& seen);
  Side gift(const Observation& seen);
  Rank wish(const Observation& seen);
  const Combination& any_of(const PlayList& plays);

  Random random_;
  PlayList plays_;
};

}  // namespace tichu::arena
