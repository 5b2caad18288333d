#include "engine/event.h"

namespace tichu {

std::optional<Event> Event::seen_by(Seat viewer) const {
  if (is_public() || viewer == seat) return *this;
  if (kind == EventKind::Dealt) return std::nullopt;
  Event hidden = *this;
  const Side receiver = viewer.seen_from(seat);
  for (const Side side : OtherSides) {
    if (side != receiver) hidden.push.to(side) = Card::none();
  }
  return hidden;
}

}  // namespace tichu
