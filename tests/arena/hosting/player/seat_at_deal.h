#pragma once

#include <chrono>
#include <tl/expected.hpp>

#include "arena/hosting/player/player.h"
#include "engine/observer.h"
#include "engine/round.h"
#include "tests/arena/patient_limits.h"

namespace tichu::tests {

/// Seat 0 of a round: goes through its first decisions with a player, without a table. The other seats do the simplest
/// thing.
class SeatAtDeal {
 public:
  explicit SeatAtDeal(arena::Player& player);

  const Observation& seen() const { return observer_.observation(); }
  /// Asks for Grand Tichu; only as the first thing.
  tl::expected<arena::TimedAnswer, arena::Fault> ask_grand_tichu(
      std::chrono::milliseconds limit = PatientLimits.decision);
  /// Answers Grand Tichu with no for all seats, and asks for the push.
  tl::expected<arena::TimedAnswer, arena::Fault> ask_push(std::chrono::milliseconds limit = PatientLimits.decision);
  /// Goes on to a point where seat 0 holds fourteen cards and leads, and asks for its turn.
  tl::expected<arena::TimedAnswer, arena::Fault> ask_turn(std::chrono::milliseconds limit = PatientLimits.decision);

 private:
  void publish();

  arena::Player& player_;
  EventLog log_;
  Round round_;
  Observer observer_;
  int published_ = 0;
};

}  // namespace tichu::tests
