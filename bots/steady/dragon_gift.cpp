#include "bots/steady/dragon_gift.h"

namespace tichu::steady {

Side choose_dragon_receiver(const SeatView& view) {
  const bool right_called = view.call_is_open(Side::Right);
  const bool left_called = view.call_is_open(Side::Left);
  if (right_called != left_called) return right_called ? Side::Left : Side::Right;
  return view.hand_size[Side::Left] > view.hand_size[Side::Right] ? Side::Left : Side::Right;
}

}  // namespace tichu::steady
