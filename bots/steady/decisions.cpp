#include "bots/steady/decisions.h"

#include "bots/steady/play_choice.h"

namespace tichu::steady {

Rank choose_wish(const SeatView& view, const Combination& play) {
  const CardSet rest = view.hand - play.cards;
  const Card given = view.given_to_right;
  if (given.is_card() && is_natural(given.rank()) && view.unseen.contains(given)) return given.rank();
  // The highest rank that others hold and the own hand does not.
  for (int rank = HighestNatural; rank >= LowestNatural; --rank) {
    const Rank wanted = static_cast<Rank>(rank);
    if (view.unseen.count(wanted) > 0 && rest.count(wanted) == 0) return wanted;
  }
  return Rank::None;
}

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

Side choose_dragon_receiver(const SeatView& view) {
  const bool right_called = view.call_is_open(Side::Right);
  const bool left_called = view.call_is_open(Side::Left);
  if (right_called != left_called) return right_called ? Side::Left : Side::Right;
  return view.hand_size[Side::Left] > view.hand_size[Side::Right] ? Side::Left : Side::Right;
}

}  // namespace tichu::steady
