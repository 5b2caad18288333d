#include "arena/statistics/rating/partnership_design.h"

#include <gtest/gtest.h>

#include <vector>

namespace tichu::arena {
namespace {

using Bools = std::vector<bool>;
using Meetings = std::vector<std::array<std::size_t, 2>>;

/// Everyone meets everyone.
Meetings all_meetings(std::size_t teams) {
  Meetings meetings;
  for (std::size_t a = 0; a < teams; ++a) {
    for (std::size_t b = a + 1; b < teams; ++b) meetings.push_back({a, b});
  }
  return meetings;
}

TellableStrengths tellable(std::size_t bots, const std::vector<BotPair>& teams) {
  return tellable_strengths(bots, teams, all_meetings(teams.size()));
}

TEST(PartnershipDesign, AllPairsOfFourBotsTellEverything) {
  std::vector<BotPair> teams;
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) teams.push_back(BotPair::of(a, b));
  }
  const TellableStrengths found = tellable(4, teams);
  EXPECT_EQ(found.members, Bools(4, true));
  EXPECT_EQ(found.synergies, Bools(6, true));
}

TEST(PartnershipDesign, AllPairsOfThreeBotsTellNoSynergy) {
  // Three teams have three strengths, and so have three bots.
  const TellableStrengths found = tellable(3, {BotPair::of(0, 1), BotPair::of(0, 2), BotPair::of(1, 2)});
  EXPECT_EQ(found.members, Bools(3, true));
  EXPECT_EQ(found.synergies, Bools(3, false));
}

TEST(PartnershipDesign, BotsThatAlwaysPlayTogetherAreOpen) {
  // 3 and 4 are partners and nothing else.
  const TellableStrengths found =
      tellable(5, {BotPair::of(0, 0), BotPair::of(1, 1), BotPair::of(2, 2), BotPair::of(0, 1), BotPair::of(3, 4)});
  EXPECT_EQ(found.members, (Bools{true, true, true, false, false}));
  EXPECT_EQ(found.synergies, (Bools{true, true, false, true, false}));
}

TEST(PartnershipDesign, TwoPairsTellOnlyWhichOfThemIsStronger) {
  const TellableStrengths found = tellable(4, {BotPair::of(0, 1), BotPair::of(2, 3)});
  EXPECT_EQ(found.members, Bools(4, false));
  EXPECT_EQ(found.synergies, Bools(2, false));
}

TEST(PartnershipDesign, BotsThatOnlyPlayWithThemselvesHaveNoSynergy) {
  const TellableStrengths found = tellable(3, {BotPair::of(0, 0), BotPair::of(1, 1)});
  EXPECT_EQ(found.members, (Bools{true, true, false}));
  EXPECT_EQ(found.synergies, Bools(2, false));
}

TEST(PartnershipDesign, TeamsThatNeverMetTellNothingOfEachOther) {
  // 0 with itself, 1 with itself and both together would tell the pair's synergy, but the pair met only 2 and 3.
  const std::vector<BotPair> teams{BotPair::of(0, 0), BotPair::of(1, 1), BotPair::of(0, 1), BotPair::of(2, 2),
                                   BotPair::of(3, 3)};
  const TellableStrengths apart = tellable_strengths(4, teams, Meetings{{0, 1}, {2, 3}, {2, 4}});
  EXPECT_EQ(apart.synergies, Bools(5, false));
  const TellableStrengths together = tellable_strengths(4, teams, Meetings{{0, 1}, {2, 3}, {2, 4}, {0, 2}});
  EXPECT_EQ(together.synergies, (Bools{true, true, true, false, false}));
  EXPECT_EQ(together.members, Bools(4, true));
}

TEST(PartnershipDesign, OfNothingIsDefined) {
  EXPECT_EQ(tellable_strengths(2, {}, {}).members, Bools(2, false));
  EXPECT_TRUE(tellable_strengths(0, {}, {}).synergies.empty());
}

}  // namespace
}  // namespace tichu::arena
