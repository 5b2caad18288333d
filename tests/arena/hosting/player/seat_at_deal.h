#pragma once

#include <chrono>
#include <tl/expected.hpp>

#include "arena/hosting/player/player.h"
#include "arena/hosting/player/time_limits.h"
#include "engine/observer.h"
#include "engine/round.h"

namespace tichu::tests {

/// Long enough that an honest answer is never late, short where a test waits for the end of it.
constexpr arena::TimeLimits ShortLimits{
    .start = std::chrono::seconds(60), .decision = std::chrono::seconds(10), .shutdown = std::chrono::seconds(5)};

/// Seat 0 of a round: goes through its first decisions with a player, without a table. The other seats do the simplest
/// thing.
class SeatAtDeal {
 public:
  explicit SeatAtDeal(arena::Player& player);

  const Observation& seen() const { return observer_.observation(); }
  /// Asks for Grand Tichu; only as the first thing.
  tl::expected<arena::TimedAnswer, arena::Fault> ask_grand_tichu(std::chrono::milliseconds limit = Minute);
  /// Answers Grand Tichu with no for all seats, and asks for the push.
  tl::expected<arena::TimedAnswer, arena::Fault> ask_push(std::chrono::milliseconds limit = Minute);
  /// Goes on to a point where seat 0 holds fourteen cards and leads, and asks for its turn.
  tl::expected<arena::TimedAnswer, arena::Fault> ask_turn(std::chrono::milliseconds limit = Minute);

  static constexpr std::chrono::milliseconds Minute{60'000};

 private:
  void publish();

  arena::Player& player_;
  EventLog log_;
  Round round_;
  Observer observer_;
  int published_ = 0;
};

}  // namespace tichu::tests
