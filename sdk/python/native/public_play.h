#pragma once

#include <array>
#include <cstdint>

#include "engine/event.h"
#include "engine/seat.h"

namespace tichu::training {

/// What a seat passed on last: the combination on the table.
struct Declined {
  CombinationKind kind = CombinationKind::None;
  Rank rank = Rank::None;
};

/// What the events of a round have shown that the Round does not keep. The pushes are known to those who gave and got
/// them alone; all else is public.
struct PublicPlay {
  PerSeat<CardSet> played;
  PerSeat<PushedCards> pushes;  ///< none() before all have pushed
  PerSeat<std::int16_t> won;    ///< points of the tricks that count for each seat
  PerSeat<std::uint8_t> place;  ///< 0, or 1 to 3 in the order of going out
  PerSeat<Declined> declined;
  Combination table;
  std::uint8_t out_count = 0;

  /// Takes the next event in. `hand_after` is what the event's seat holds after it; only plays look at it.
  void see(const Event& event, CardSet hand_after);
};

}  // namespace tichu::training
