#include "arena/hosting/check/trial_setup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/deal.h"
#include "engine/follow.h"
#include "engine/plays.h"

namespace tichu::arena {
namespace {

TEST(TrialSetup, LetsThePresetsTakeTurns) {
  for (std::uint64_t number = 0; number < 10; ++number) {
    const TrialSetup setup = trial_setup(1, number);
    EXPECT_EQ(setup.preset, presets()[number % 5].name);
    EXPECT_EQ(setup.rules, presets()[number % 5].rules);
  }
}

TEST(TrialSetup, SeatsTheBotEverywhereByEveryPreset) {
  for (std::uint64_t preset = 0; preset < 5; ++preset) {
    std::set<int> seatings;
    for (std::uint64_t table = 0; table < 12; ++table) {
      seatings.insert(trial_setup(1, preset + 5 * table).bot_seats.bits());
    }
    EXPECT_EQ(seatings, (std::set<int>{1, 2, 4, 5, 8, 10, 15}));
  }
}

TEST(TrialSetup, IsTheSameForTheSameSeedAndNumber) {
  EXPECT_EQ(trial_setup(3, 8).deals, trial_setup(3, 8).deals);
  EXPECT_EQ(trial_seed(trial_setup(3, 8), Seat(2)), trial_seed(trial_setup(3, 8), Seat(2)));
  EXPECT_NE(trial_seed(trial_setup(3, 8), Seat(2)), trial_seed(trial_setup(3, 8), Seat(0)));
  EXPECT_NE(trial_seed(trial_setup(3, 8), Seat(2)), trial_seed(trial_setup(4, 8), Seat(2)));
}

TEST(TrialSetup, NoDealComesTwice) {
  std::set<std::uint64_t> deals;
  std::size_t count = 0;
  for (std::uint64_t number = 0; number < 60; ++number) {
    const TrialSetup setup = trial_setup(1, number);
    deals.insert(setup.deals.begin(), setup.deals.end());
    count += setup.deals.size();
  }
  EXPECT_EQ(deals.size(), count);
  EXPECT_GT(count, 60u);
}

TEST(TrialSetup, BringsWhatIsRareIntoTheBotsHand) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const auto hand_at = [seed](std::uint64_t table) {
      const TrialSetup setup = trial_setup(seed, 5 * table);
      return deal(seed, setup.deals.front()).hand(setup.bot_seats.first());
    };
    EXPECT_TRUE(holds_bomb(hand_at(1), {}));
    EXPECT_TRUE(hand_at(2).contains(Card::dragon()));
    EXPECT_TRUE(hand_at(3).contains(Card::mahjong()));
    PlayList plays;
    canonical_plays({hand_at(4), {}, Rank::None, false, false}, plays);
    EXPECT_TRUE(std::any_of(plays.begin(), plays.end(),
                            [](const Combination& play) { return play.kind == CombinationKind::StraightFlush; }));
  }
}

}  // namespace
}  // namespace tichu::arena
