#pragma once

#include "arena/hosting/player/player.h"
#include "arena/seats/table/person_seat.h"

namespace tichu::arena {

/// The person's place at a table.
class PersonPlayer : public Player {
 public:
  /// `seat` must outlive this object.
  explicit PersonPlayer(PersonSeat& seat) : seat_(seat) {}

  tl::expected<void, Fault> sit_down(const SeatSetup& /*setup*/) override { return {}; }
  void begin_round(const Observation& /*seen*/) override { seat_.begin_round(); }
  void tell(const SeenEvent& event, const Observation& seen) override { seat_.tell(event, seen); }
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds /*limit*/) override {
    return TimedAnswer{seat_.ask(question, seen), {}};
  }
  void end_round(Points /*own*/, Points /*theirs*/) override { seat_.end_play(); }

 private:
  PersonSeat& seat_;
};

}  // namespace tichu::arena
