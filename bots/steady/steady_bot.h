#pragma once

#include "bots/steady/situation.h"
#include "engine/plays.h"
#include "sdk/bot.h"

namespace tichu::steady {

/// The rule-based player: each decision is a file of this folder, this class puts the questions to them. Deterministic.
class SteadyBot : public Bot {
 public:
  /// With the weights that the setup's options ask for; throws std::invalid_argument for other options.
  explicit SteadyBot(const BotSetup& setup);
  /// With these weights, whatever the options are.
  SteadyBot(const BotSetup& setup, const Weights& weights);

  Play play(const Observation& seen) override;
  Rank wish(const Observation& seen, const Combination& play) override;
  bool call_grand_tichu(const Observation& seen) override;
  bool call_tichu(const Observation& seen) override;
  PushedCards push(const Observation& seen) override;
  Play bomb(const Observation& seen) override;
  Side give_dragon(const Observation& seen) override;

 private:
  /// Says how likely it takes itself to be out first, by the logarithm of the odds.
  void say_odds(float odds);

  Weights weights_;
  bool remarks_ = false;  ///< what it says is kept
  PlayList plays_;
};

}  // namespace tichu::steady
