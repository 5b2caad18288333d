#pragma once

#include "engine/plays.h"
#include "sdk/bot.h"

namespace tichu::bots {

/// Plays its lowest legal play and passes only when it has none: fewest cards first, then the lowest rank, then no
/// Phoenix before the Phoenix; bombs come after all else. So it leads the Dog, then its lowest single, follows with the
/// lowest card that is enough, and bombs when it can do nothing else. All other decisions are the defaults of Bot: it
/// never calls, wishes or bombs out of turn. Deterministic.
class LowestBot : public Bot {
 public:
  explicit LowestBot(const BotSetup&) {}

  Play play(const Observation& seen) override;

 private:
  PlayList plays_;
};

}  // namespace tichu::bots
