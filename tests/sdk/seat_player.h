#pragma once

#include "engine/answer.h"
#include "engine/observation.h"
#include "protocol/messages.h"

namespace tichu::test {

/// A bot at one seat, in whatever shape.
class SeatPlayer {
 public:
  virtual ~SeatPlayer() = default;
  virtual void sit_down(const protocol::NewBot& setup) = 0;
  virtual void begin_round(const protocol::TeamScores& totals) = 0;
  virtual void tell(const SeenEvent& event, const Observation& seen) = 0;
  /// Throws std::runtime_error where the bot fails.
  virtual Answer decide(Question question, const Observation& seen) = 0;
};

}  // namespace tichu::test
