#include "engine/game.h"

#include <gtest/gtest.h>

namespace tichu {
namespace {

PerTeam<Points> score(int a, int b) { return {{Points(a), Points(b)}}; }

// RULES 9.1
TEST(Game, GoesOnUntilATeamReachesTheTarget) {
  Game game{Rules{}};
  game.add(score(600, 400));
  EXPECT_FALSE(game.is_over());
  EXPECT_FALSE(game.winner());
  game.add(score(390, -90));
  EXPECT_FALSE(game.is_over()) << "990 is not 1000";
  game.add(score(10, 90));
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.winner(), Team::A);
  EXPECT_EQ(game.rounds(), 3);
}

// RULES 9.1
TEST(Game, WhereBothReachTheTargetTheHigherTotalWins) {
  Game game{Rules{}};
  game.add(score(980, 960));
  game.add(score(40, 100));
  EXPECT_TRUE(game.is_over());
  EXPECT_EQ(game.winner(), Team::B);
}

// RULES 9.1
TEST(Game, ATieAtTheTargetPlaysOnOrIsADrawAsEachPresetSays) {
  for (const Preset& known : presets()) {
    Game game(known.rules);
    game.add(score(1000, 1000));
    EXPECT_EQ(game.is_over(), known.rules.tie == TieRule::Draw) << known.name;
    EXPECT_FALSE(game.winner());
    if (game.is_over()) continue;
    game.add(score(45, 55));
    EXPECT_EQ(game.winner(), Team::B);
  }
}

// RULES 9.1
TEST(Game, TheTargetIsAnOptionAndTotalsCanBeNegative) {
  Rules rules;
  rules.target = Points(200);
  Game game(rules);
  game.add(score(-425, 125));
  EXPECT_EQ(game.totals()[Team::A], Points(-425));
  EXPECT_FALSE(game.is_over());
  game.add(score(0, 100));
  EXPECT_EQ(game.winner(), Team::B);
}

}  // namespace
}  // namespace tichu
