#include "engine/event.h"

namespace tichu {

std::optional<Event> Event::seen_by(Seat viewer) const {
  if (viewer == seat) return *this;
  switch (kind) {
    case EventKind::Dealt:
      return std::nullopt;
    case EventKind::Push: {
      Event hidden = *this;
      const Side receiver = viewer.seen_from(seat);
      for (const Side side : {Side::Right, Side::Partner, Side::Left}) {
        if (side != receiver) hidden.push.to(side) = Card::none();
      }
      return hidden;
    }
    default:
      return *this;
  }
}

}  // namespace tichu
