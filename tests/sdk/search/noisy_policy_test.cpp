#include "sdk/search/noisy_policy.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/deal.h"
#include "engine/notation.h"
#include "engine/playout.h"
#include "engine/random.h"
#include "engine/record.h"

namespace tichu {
namespace {

std::vector<RecordedAction> played(const Deal& deal, std::uint64_t key) {
  EventLog log;
  Round round(deal, Rules{}, log);
  NoisyPolicy policy(key);
  play_out(round, policy, log);
  return recorded_actions(log);
}

TEST(NoisyPolicy, ActsLegallyInEveryPreset) {
  for (int index = 0; index < 1000; ++index) {
    const Rules rules = presets()[static_cast<std::size_t>(index) % presets().size()].rules;
    Round round(deal(62, static_cast<std::uint64_t>(index)), rules);
    NoisyPolicy policy(Random::mix(static_cast<std::uint64_t>(index)));
    for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
      const Seat seat = open.seats.first();
      const Action action = policy.action(round, seat, open.question);
      ASSERT_TRUE(round.is_legal(seat, action)) << "deal 62, " << index << ": " << to_text(action);
      round.apply(seat, action);
    }
  }
}

TEST(NoisyPolicy, PlaysTheSameRoundWithTheSameKeyAndAnotherWithAnother) {
  int differ = 0;
  for (std::uint64_t index = 0; index < 50; ++index) {
    const Deal dealt = deal(63, index);
    ASSERT_EQ(played(dealt, 5), played(dealt, 5));
    differ += played(dealt, 5) == played(dealt, Random::mix(6)) ? 0 : 1;
  }
  EXPECT_GT(differ, 40);
}

TEST(NoisyPolicy, GoesOnAlikeFromAPositionWhateverCameBefore) {
  for (std::uint64_t index = 0; index < 50; ++index) {
    NoisyPolicy policy(9);
    Round whole(deal(64, index), Rules{});
    for (int i = 0; i < 20 && !whole.is_over(); ++i) {
      const Pending open = whole.pending();
      whole.apply(open.seats.first(), policy.action(whole, open.seats.first(), open.question));
    }
    Round copy = whole;
    NoisyPolicy fresh(9);
    play_out(whole, policy);
    play_out(copy, fresh);
    ASSERT_EQ(whole, copy);
  }
}

}  // namespace
}  // namespace tichu
