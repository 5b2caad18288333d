#include "arena/presentation/page_data/reproduce_command.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(ReproduceCommand, NamesBundledBotsByTheirNamesAndOthersByPath) {
  TournamentConfig config;
  config.seed = 7;
  config.boards = 20;
  config.bots.resize(4);
  config.bots[0] = {"steady", BotKind::Plugin, "/b/steady.so", {}, {}, true};
  config.bots[1] = {"g", BotKind::Program, "/b/greedy", {}, {}, true};
  config.bots[2] = {"my bot", BotKind::Program, "/x/it's me.py", {"--fast", "two words"}, {{"style", "bold"}}, true};
  config.bots[3] = {"p", BotKind::Plugin, "/x/p.so", {}, {}, false};
  config.pairs = {{"duo", {0, 1}}};
  EXPECT_EQ(reproduce_command(config, "/b"),
            "tichu-arena tournament --bot steady --bot 'g=program:greedy' --bot 'my bot=trusted:program:\"/x/it'\\''s "
            "me.py\" "
            "--fast \"two words\"' --bot 'p=plugin:/x/p.so' --pair 'duo=steady+g' --option 'my bot.style=bold' --deals "
            "20 --seed 7");
}

TEST(ReproduceCommand, TellsRulesAndSeatingsThatAreNotTheUsualOnes) {
  TournamentConfig config;
  config.format = BoardFormat::Games;
  config.boards = 3;
  config.seatings = Seatings::Rotate;
  config.remarks = false;
  config.rules = *preset("gravon");
  EXPECT_EQ(reproduce_command(config, "/b"),
            "tichu-arena tournament --games 3 --seed 1 --seatings rotate --no-remarks --rules gravon");
  config.schedule.kind = ScheduleKind::Gauntlet;
  config.schedule.candidates = {"the new one"};
  EXPECT_NE(reproduce_command(config, "/b").find(" --schedule gauntlet --candidate 'the new one' --rules"),
            std::string::npos);
  config.schedule.opponents = {"old"};
  EXPECT_NE(reproduce_command(config, "/b").find(" --candidate 'the new one' --opponent old --rules"),
            std::string::npos);
  config.anchor = RatingAnchor{"the new one", -0.5};
  EXPECT_NE(reproduce_command(config, "/b").find(" --anchor 'the new one=-0.5' "), std::string::npos);
  config.rules.target = Points(500);
  EXPECT_NE(reproduce_command(config, "/b").find("--rule target=500"), std::string::npos);
}

}  // namespace
}  // namespace tichu::arena
