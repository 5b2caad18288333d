#include "bots/steady/bomb_choice.h"

#include "bots/steady/play_choice.h"

namespace tichu::steady {

Play choose_bomb(const Situation& situation, const PlayList& bombs) {
  const SeatView& view = situation.view();
  if (view.owner == Side::Me) return std::nullopt;
  Play best;
  float best_score = rate_pass(situation);
  for (const Combination& bomb : bombs) {
    const float score = rate_play(situation, bomb);
    if (score > best_score) {
      best = bomb;
      best_score = score;
    }
  }
  return best;
}

}  // namespace tichu::steady
