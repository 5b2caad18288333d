#include "arena/tournament/schedule/entrant.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(Entrants, AreTheBotsWithThemselvesAndThenThePairs) {
  TournamentConfig config;
  config.bots.resize(3);
  config.bots[0].name = "a";
  config.bots[1].name = "b";
  config.bots[2].name = "c";
  config.pairs = {{"mixed", {2, 0}}};
  const auto entrants = entrants_of(config);
  ASSERT_EQ(entrants.size(), 4u);
  EXPECT_EQ(entrants[1].name, "b");
  EXPECT_EQ(entrants[1].bots, (Partnership{{BotId{1}, BotId{1}}}));
  EXPECT_EQ(entrants[3].name, "mixed");
  EXPECT_EQ(entrants[3].bots, (Partnership{{BotId{2}, BotId{0}}}));
}

TEST(Entrants, OfMixedPartnershipsAreAllPairsOfBots) {
  TournamentConfig config;
  config.schedule.kind = ScheduleKind::Mixed;
  config.bots.resize(3);
  config.bots[0].name = "a";
  config.bots[1].name = "b";
  config.bots[2].name = "c";
  const auto entrants = entrants_of(config);
  ASSERT_EQ(entrants.size(), 3u);
  EXPECT_EQ(entrants[1].name, "a+c");
  EXPECT_EQ(entrants[1].bots, (Partnership{{BotId{0}, BotId{2}}}));
}

}  // namespace
}  // namespace tichu::arena
