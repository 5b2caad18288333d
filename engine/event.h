#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>

#include "engine/action.h"

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

  /// What `viewer` may know of it: itself; with hidden cards as Card::none() (a push shows its receiver only the
  /// receiver's card); or nothing (a deal to another seat, a push between others).
  std::optional<Event> seen_by(Seat viewer) const;
  friend constexpr bool operator==(const Event&, const Event&) = default;
};

/// The events of a round in their order. Never allocates.
class EventLog {
 public:
  /// 8 deals, 4 + 4 calls, 4 pushes, at most 56 plays, each followed by at most 3 passes and one TrickTaken, and
  /// 1 GiveDragon make 301.
  static constexpr int Capacity = 304;

  void add(const Event& event) {
    assert(size_ < Capacity);
    events_[static_cast<std::size_t>(size_++)] = event;
  }
  int size() const { return size_; }
  const Event& operator[](int index) const { return events_[static_cast<std::size_t>(index)]; }
  const Event* begin() const { return events_.data(); }
  const Event* end() const { return events_.data() + size_; }
  void clear() { size_ = 0; }

 private:
  int size_ = 0;
  std::array<Event, Capacity> events_;
};

}  // namespace tichu
