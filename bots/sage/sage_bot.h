#pragma once

#include <vector>

#include "bots/adept/adept_bot.h"
#include "bots/sage/net_policy.h"
#include "bots/sage/settings.h"
#include "bots/sampler/budget.h"
#include "engine/answer.h"
#include "engine/random.h"
#include "sdk/search/race.h"

namespace tichu::sage {

/// The learned player that searches: adept, whose plays, bombs and gifts of the Dragon are put to the test of playouts
/// by adept's net. Options: `time_ms`, `simulations` (sampler::Budget). With a budget in playouts it draws all
/// chance from its setup's seed.
class SageBot : public Bot {
 public:
  /// Throws std::invalid_argument if an option is wrong.
  explicit SageBot(const BotSetup& setup, const Settings& settings = {});

  Play play(const Observation& seen) override;
  Rank wish(const Observation& seen, const Combination& play) override;
  bool call_grand_tichu(const Observation& seen) override;
  bool call_tichu(const Observation& seen) override;
  PushedCards push(const Observation& seen) override;
  Play bomb(const Observation& seen) override;
  Side give_dragon(const Observation& seen) override;

 private:
  struct Candidate {
    Action action;
    double chance = 0;  ///< as the net takes it
  };
  /// Makes candidates of the plays that the net takes to be likeliest.
  void list_candidates(const Observation& seen, const PlayQuery& query, training::Ask ask, int none);
  /// The best of the candidates, and says why.
  const Action& best_action(const Observation& seen, Question asked);
  std::size_t search(const Observation& seen, Question asked);
  /// Of those that are left of the race.
  std::size_t best_place() const;
  void say_what_was_found(std::size_t chosen);
  /// Passes on what adept said of its answer.
  template <typename AnswerType>
  AnswerType said_by_adept(AnswerType answer) {
    if (const auto said = adept_.take_remark()) remark() = *said;
    return answer;
  }

  Settings settings_;
  adept::AdeptBot adept_;
  sampler::Budget budget_;
  Random random_;
  NetPolicy policy_;
  Race race_;
  bool remarks_;  ///< what it says is kept
  PlayList plays_;
  std::vector<int> ids_;
  std::vector<Candidate> candidates_;  ///< what is searched, the likeliest first
  std::vector<float> scores_;          ///< of the last guess
};

}  // namespace tichu::sage
