#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/action.h"
#include "engine/bounded_list.h"
#include "engine/words.h"

namespace tichu {

/// What happened. `Dealt` and `TrickTaken` follow from the rest; records leave them out.
enum class EventKind : std::uint8_t {
  Dealt,       ///< `combination.cards` are the cards that came to `seat`: eight, later six
  GrandTichu,  ///< `seat` called
  Tichu,       ///< `seat` called
  Push,        ///< `seat` gave `push`
  Play,        ///< `seat` played `combination`, with `wish`; `out_of_turn` for a bomb in a window
  Pass,        ///< `seat` passed
  TrickTaken,  ///< `seat` won the trick; it counts for `to`; `points` is what it holds
  GiveDragon,  ///< `seat` gives the Dragon's trick to `to`; TrickTaken follows
};

constexpr std::array<std::string_view, 8> words_of(EventKind) {
  return {"dealt", "grand_tichu", "tichu", "push", "play", "pass", "trick_taken", "give_dragon"};
}

/// One thing that happened in a round, in absolute seats.
struct Event {
  EventKind kind = EventKind::Pass;
  Seat seat;
  Seat to;
  Rank wish = Rank::None;
  bool out_of_turn = false;
  PushedCards push;
  Combination combination;
  std::int16_t points = 0;

  /// Whether every seat may know all of it.
  bool is_public() const { return kind != EventKind::Dealt && kind != EventKind::Push; }
  /// What `viewer` may know of it: itself; with hidden cards as Card::none() (a push shows its receiver only the
  /// receiver's card); or nothing (a deal to another seat, a push between others).
  std::optional<Event> seen_by(Seat viewer) const;
  friend constexpr bool operator==(const Event&, const Event&) = default;
};

/// The most events of a round: 8 deals, 4 + 4 calls, 4 pushes, at most 56 plays, each followed by at most 3 passes and
/// one TrickTaken, and 1 GiveDragon make 301.
inline constexpr int MostEvents = 304;

/// The events of a round in their order. Never allocates.
using EventLog = BoundedList<Event, MostEvents>;

}  // namespace tichu
