#pragma once

#include <cstddef>
#include <optional>

#include "engine/bounded_list.h"
#include "engine/event.h"
#include "engine/observation.h"

namespace tichu {

/// Builds one seat's Observation from the events that the seat may know, and from nothing else: the arena and a
/// bot's program feed it the same events and hold the same observation. Never allocates. Not copyable, since the
/// observation points into it.
class Observer {
 public:
  /// A round begins for `me`; `own_score` and `their_score` are the game's totals before it.
  Observer(Seat me, const Rules& rules, Points own_score, Points their_score);
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  Seat seat() const { return me_; }
  /// Takes the next event in, as `Event::seen_by(seat())` gives it.
  void see(const Event& event);
  /// Takes in what `Event::seen_by(seat())` gives of the round's next event; false if that is nothing.
  bool watch(const Event& event) {
    if (event.is_public()) {  // nearly all are, and need no copy
      see(event);
      return true;
    }
    const std::optional<Event> seen = event.seen_by(me_);
    if (seen) see(*seen);
    return seen.has_value();
  }
  /// What is known so far. The reference stays valid and follows later events.
  const Observation& observation() const { return seen_; }

 private:
  void see_dealt(CardSet cards);
  void see_push(const Event& event, Side who);
  void see_play(const Event& event, Side who);
  void see_out(Seat seat, Side who);
  void see_trick_taken(const Event& event, Side who);
  void go_to_next(Side after);
  void append(const Event& event, Side who);

  Seat me_;
  Observation seen_;
  std::size_t pushes_seen_ = 0;
  BoundedList<SeenEvent, MostEvents> history_;
};

}  // namespace tichu
