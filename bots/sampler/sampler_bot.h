#pragma once

#include <vector>

#include "bots/sampler/action_search.h"
#include "bots/steady/steady_bot.h"
#include "engine/plays.h"
#include "sdk/bot.h"

namespace tichu::sampler {

/// The searching player: steady, whose plays, bombs and gifts of the Dragon are put to the test of ActionSearch.
/// Options: `time_ms`, `simulations` (Budget). With a budget in playouts it draws all chance from its setup's seed.
class SamplerBot : public Bot {
 public:
  /// Throws std::invalid_argument if an option is wrong.
  explicit SamplerBot(const BotSetup& setup, const SearchSettings& settings = {});

  Play play(const Observation& seen) override;
  Rank wish(const Observation& seen, const Combination& play) override;
  bool call_grand_tichu(const Observation& seen) override;
  bool call_tichu(const Observation& seen) override;
  PushedCards push(const Observation& seen) override;
  Play bomb(const Observation& seen) override;
  Side give_dragon(const Observation& seen) override;

 private:
  /// `play` as an action, with steady's wish; a pass if `play` is empty.
  Action turn_action(const Observation& seen, const Play& play);
  /// The best of `actions_`, and says why.
  const Action& best_action(const Observation& seen, Question asked, const ActionSearch::Part& part = {});
  /// Of a call that it makes.
  void say_chance(double chance);
  void say_what_was_found(const Observation& seen, Question asked, std::size_t chosen);

  SearchSettings settings_;
  steady::Weights weights_;
  steady::SteadyBot steady_;
  ActionSearch search_;
  bool remarks_;  ///< what it says is kept
  PlayList plays_;
  std::vector<Action> actions_;  ///< what is searched
};

}  // namespace tichu::sampler
