#include "arena/tournament/units/odd_words.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace tichu::arena {
namespace {

using Owners = std::set<std::string>;

/// Bot 1 is Ann's, 2 Bob's, 3 Cid's, 4 Dora's, 5 Eve's.
OddBoard board(const std::vector<std::uint16_t>& bots) {
  const std::vector<std::string> owners{"", "Ann", "Bob", "Cid", "Dora", "Eve"};
  OddBoard board;
  for (const std::uint16_t bot : bots) board.emplace(BotId(bot), owners.at(bot));
  return board;
}

TEST(OddWords, AreExplicableByFewOwnersWhoSatEverywhere) {
  const std::vector<Owners> sets{{"Ann", "Bob"}, {"Ann", "Cid"}, {"Dora"}};
  EXPECT_TRUE(is_explicable(sets, 2));
  EXPECT_FALSE(is_explicable(sets, 1));
  EXPECT_TRUE(is_explicable(sets, 1, 1));
  EXPECT_FALSE(is_explicable(sets, 0, 2));
  EXPECT_TRUE(is_explicable(sets, 0, 3));
  EXPECT_TRUE(is_explicable({}, 0));
  EXPECT_FALSE(is_explicable({{}}, 5)) << "the tournament's own bots explain nothing";
}

TEST(OddWords, NameAsFewOwnersAsExplainAll) {
  EXPECT_EQ(likely_owners({{"Ann", "Bob"}}), (Owners{"Ann", "Bob"})) << "either";
  EXPECT_EQ(likely_owners({{"Ann", "Bob"}, {"Ann", "Cid"}}), Owners{"Ann"});
  EXPECT_EQ(likely_owners({{"Ann", "Bob"}, {"Ann", "Cid"}, {"Dora"}}), (Owners{"Ann", "Dora"}));
  EXPECT_EQ(likely_owners({{"Ann"}, {"Bob"}, {"Cid"}, {"Dora", "Eve"}}), (Owners{"Ann", "Bob", "Cid", "Dora", "Eve"}))
      << "too many for that: all";
  EXPECT_TRUE(likely_owners({}).empty());
}

TEST(OddWords, OfTwoWorkersWithNoOtherBotInCommonMakeABotInconstant) {
  OddWords words;
  words.add("red", {board({1, 2}), board({1, 3})});
  EXPECT_FALSE(words.is_inconstant(BotId(1))) << "one worker's word";
  words.add("blue", {board({1, 2})});
  EXPECT_TRUE(words.is_inconstant(BotId(1)));
  EXPECT_FALSE(words.is_inconstant(BotId(2)));
  words.forget("blue");
  EXPECT_FALSE(words.is_inconstant(BotId(1)));
}

TEST(OddWords, BlameWhoMetManyRatherThanWhoMetTwoSuchBots) {
  OddWords words;
  words.add("red", {board({1, 5}), board({1, 3})});
  words.add("blue", {board({2, 5}), board({2, 3}), board({1, 4})});
  EXPECT_TRUE(words.is_inconstant(BotId(1)));
  words.add("green", {board({2, 4}), board({2, 5})});
  EXPECT_TRUE(words.is_inconstant(BotId(2)));
  for (const BotId bot : {BotId(3), BotId(4), BotId(5)}) EXPECT_FALSE(words.is_inconstant(bot)) << "it only met them";
}

TEST(OddWords, OfHomeAreOfTheBotItself) {
  OddWords words;
  words.add("red", {board({1, 5})});
  words.add_of_home(board({1}));
  words.add_of_home(board({2}));
  EXPECT_TRUE(words.is_inconstant(BotId(1)) && words.is_inconstant(BotId(2)));
  words.add("blue", {board({2, 5})});
  EXPECT_FALSE(words.is_inconstant(BotId(5))) << "the others explain both words on it";
  EXPECT_TRUE(words.unexplained("red").empty());
}

TEST(OddWords, OfOneWorkerAreExplainedByAnothers) {
  OddWords words;
  words.add("red", {board({1, 5}), board({2})});
  EXPECT_EQ(words.unexplained("red"), (std::vector<Owners>{{"Ann", "Eve"}, {"Bob"}}));
  EXPECT_FALSE(words.is_explained("Ann", "red"));
  EXPECT_TRUE(words.is_explained("Ann", "blue"));
  EXPECT_TRUE(words.is_likely("Eve", "red"));
  words.add("blue", {board({1, 3})});
  EXPECT_EQ(words.unexplained("red"), std::vector<Owners>{{"Bob"}});
  EXPECT_FALSE(words.is_likely("Eve", "red"));
  EXPECT_TRUE(words.is_likely("Bob", "red"));
}

}  // namespace
}  // namespace tichu::arena
