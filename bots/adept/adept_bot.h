#pragma once

#include <vector>

#include "bots/adept/answers.h"
#include "engine/plays.h"
#include "sdk/bot.h"

namespace tichu::adept {

/// The learned player: a net answers every question with the action id that it rates highest, without any search.
/// Deterministic; each answer follows from its Observation alone.
class AdeptBot : public Bot {
 public:
  /// Throws std::invalid_argument if there is any option: it has none.
  explicit AdeptBot(const BotSetup& setup);

  Play play(const Observation& seen) override;
  Rank wish(const Observation& seen, const Combination& play) override;
  bool call_grand_tichu(const Observation& seen) override;
  bool call_tichu(const Observation& seen) override;
  PushedCards push(const Observation& seen) override;
  Play bomb(const Observation& seen) override;
  Side give_dragon(const Observation& seen) override;

 private:
  /// The answer among `ids_` that the net rates highest; of equals the first. Says how likely the best are.
  int best_answer(const Observation& seen, const Asked& asked);
  /// Of the legal plays, and of `none` if the seat may play nothing.
  Play best_play(const Observation& seen, const PlayQuery& query, training::Ask ask, int none);

  bool remarks_;  ///< what it says is kept
  PlayList plays_;
  std::vector<int> ids_;  ///< what may be answered
};

}  // namespace tichu::adept
