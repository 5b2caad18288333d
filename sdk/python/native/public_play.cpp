#include "sdk/python/native/public_play.h"

namespace tichu::training {

void PublicPlay::see(const Event& event, CardSet hand_after) {
  switch (event.kind) {
    case EventKind::Push:
      pushes[event.seat] = event.push;
      break;
    case EventKind::Play:
      played[event.seat] |= event.combination.cards;
      if (!event.combination.is_dog()) table = event.combination;
      if (hand_after.empty()) place[event.seat] = ++out_count;
      break;
    case EventKind::Pass:
      declined[event.seat] = {table.kind, table.rank};
      break;
    case EventKind::TrickTaken:
      won[event.to] = static_cast<std::int16_t>(won[event.to] + event.points);
      table = Combination{};
      break;
    default:
      break;
  }
}

}  // namespace tichu::training
