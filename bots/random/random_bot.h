#pragma once

#include "engine/plays.h"
#include "engine/random.h"
#include "sdk/bot.h"

namespace tichu::bots {

/// Plays uniformly over its canonical legal plays, a pass included if it is allowed: the zero of the scale. Pushes,
/// wishes, bombs out of turn and gives the Dragon at random; never calls. Draws only from `setup.seed`.
class RandomBot : public Bot {
 public:
  explicit RandomBot(const BotSetup& setup) : random_(setup.seed) {}

  Play play(const Observation& seen) override;
  /// Any of the thirteen ranks; there is always a wish.
  Rank wish(const Observation& seen, const Combination& play) override;
  PushedCards push(const Observation& seen) override;
  Play bomb(const Observation& seen) override;
  Side give_dragon(const Observation& seen) override;

 private:
  Play choose();

  Random random_;
  PlayList plays_;
};

}  // namespace tichu::bots
