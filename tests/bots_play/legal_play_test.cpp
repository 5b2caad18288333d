#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/random.h"
#include "tests/bots_play/bot_makers.h"

namespace tichu::testing {
namespace {

const std::array<BotMaker, 5> AllBots{make_random, make_lowest, make_greedy, make_steady, make_adept};

class EachPreset : public ::testing::TestWithParam<std::string> {};

// Each of the bots sits in each of the four seats, beside all mixtures of the others.
TEST_P(EachPreset, EveryBotPlaysOnlyLegalActions) {
  constexpr int Rounds = 1200;
  const Rules rules = *preset(GetParam());
  Random random(2024);
  for (int index = 0; index < Rounds; ++index) {
    std::array<BotMaker, 4> makers;
    for (BotMaker& maker : makers) maker = AllBots[random.below(AllBots.size())];
    const auto round = static_cast<std::uint64_t>(index);
    makers[round % 4] = AllBots[(round / 4) % AllBots.size()];
    const PlayedRound played = play_round(deal(17, round), rules, makers, round);
    ASSERT_EQ(played.illegal, "") << "deal 17, " << index;
    const Points sum = played.result.cards[Team::A] + played.result.cards[Team::B];
    ASSERT_EQ(sum, Points(played.result.double_victory ? 0 : 100)) << "deal 17, " << index;
  }
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const Preset& each : presets()) names.emplace_back(each.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(AllPresets, EachPreset, ::testing::ValuesIn(preset_names()),
                         [](const auto& name) { return name.param; });

TEST(Bots, PlayTheSameRoundAgainFromTheSameSeed) {
  for (const BotMaker& maker : AllBots) {
    for (std::uint64_t index = 0; index < 50; ++index) {
      const std::array<BotMaker, 4> makers{maker, maker, maker, maker};
      const PlayedRound first = play_round(deal(3, index), Rules{}, makers, index);
      const PlayedRound second = play_round(deal(3, index), Rules{}, makers, index);
      ASSERT_EQ(first.log.size(), second.log.size());
      for (int i = 0; i < first.log.size(); ++i) ASSERT_EQ(first.log[i], second.log[i]);
    }
  }
}

TEST(Bots, RandomPlaysAnotherRoundFromAnotherSeed) {
  const BotMaker maker = make_random;
  const std::array<BotMaker, 4> makers{maker, maker, maker, maker};
  const PlayedRound first = play_round(deal(3, 0), Rules{}, makers, 1);
  const PlayedRound second = play_round(deal(3, 0), Rules{}, makers, 2);
  bool same = first.log.size() == second.log.size();
  for (int i = 0; same && i < first.log.size(); ++i) same = first.log[i] == second.log[i];
  EXPECT_FALSE(same);
}

}  // namespace
}  // namespace tichu::testing
