#include "engine/playout.h"

#include <gtest/gtest.h>

#include "engine/notation.h"
#include "engine/random_policy.h"
#include "engine/record.h"

namespace tichu {
namespace {

TEST(Playout, RandomPlayIsLegalToTheEndOfTheRound) {
  RandomPolicy policy{Random(1)};
  for (std::uint64_t index = 0; index < 500; ++index) {
    const Rules& rules = presets()[index % presets().size()].rules;
    Round round(deal(3, index), rules);
    while (!round.is_over()) {
      const Pending open = round.pending();
      const Seat seat = open.seats.first();
      const Action action = policy.action(round, seat, open.question);
      ASSERT_TRUE(round.is_legal(seat, action)) << to_text(action);
      round.apply(seat, action);
    }
  }
}

TEST(Playout, WithAndWithoutALogTheSameRoundIsPlayed) {
  for (std::uint64_t index = 0; index < 200; ++index) {
    RandomPolicy policy{Random(2, index)};
    Round silent(deal(3, index), {});
    play_out(silent, policy);
    policy.restart(Random(2, index));
    EventLog log;
    Round logged(deal(3, index), {}, log);
    play_out(logged, policy, log);
    ASSERT_EQ(silent.result(), logged.result());
    const Replay replayed = replay(deal(3, index), {}, recorded_actions(log));
    ASSERT_FALSE(replayed.fault);
    ASSERT_EQ(replayed.result, logged.result());
  }
}

}  // namespace
}  // namespace tichu
