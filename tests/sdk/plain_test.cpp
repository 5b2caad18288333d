// The bundled bot in C, as a plug-in from the C compiler alone and as a program.

#include <gtest/gtest.h>

#include "tests/sdk/program_player.h"
#include "tests/sdk/test_bots.h"

namespace tichu::test {
namespace {

FourPlayers programs() {
  FourPlayers players;
  for (auto& player : players) player = std::make_unique<ProgramPlayer>(std::vector<std::string>{TICHU_PLAIN_PROGRAM});
  return players;
}

TEST(Plain, PlaysLegallyInEveryPresetFromTheCCompilerAlone) {
  const LoadedPlugin plugin(bot_file("plain_in_c.so").c_str());
  EXPECT_EQ(play_rounds(plugins(plugin), 500).size(), 500u);
}

TEST(Plain, PlaysTheSameAsPluginAndAsProgram) {
  const LoadedPlugin plugin(bot_file("plain_in_c.so").c_str());
  const std::vector<PlayedRound> rounds = play_rounds(plugins(plugin), 100);
  const std::vector<PlayedRound> in_programs = play_rounds(programs(), 100);
  for (std::size_t i = 0; i < rounds.size(); ++i) EXPECT_EQ(rounds[i].decisions, in_programs[i].decisions) << i;
}

TEST(Plain, CallsUnlessItsOptionForbidsIt) {
  const LoadedPlugin plugin(bot_file("plain_in_c.so").c_str());
  Observation seen;
  seen.hand.insert(Card::dragon());
  seen.hand.insert(Card::phoenix());
  seen.hand.insert(Card(Rank::Ace, Suit::Jade));
  TablePlayer player(plugin.table());
  player.sit_down({1, Rules{}, {}});
  EXPECT_TRUE(player.decide(Question::GrandTichu, seen).call);
  player.sit_down({1, Rules{}, {{"calls", "no"}}});
  EXPECT_FALSE(player.decide(Question::GrandTichu, seen).call);
}

}  // namespace
}  // namespace tichu::test
