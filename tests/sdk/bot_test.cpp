#include "sdk/bot.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/notation.h"

namespace {

// As sdk/README.md has it.
tichu::Play explained(tichu::Bot& bot, const tichu::Observation& seen, const tichu::Combination& best) {
  bot.remark().note = "lowest of " + std::to_string(seen.hand.size()) + " cards";
  bot.remark().value = 12.5;  // points that it expects of this round, its team's less the other's
  bot.remark().probabilities = {{to_text(best), 0.8}, {"pass", 0.2}};
  return best;
}

}  // namespace

namespace tichu {
namespace {

class Passer : public Bot {
 public:
  Play play(const Observation&) override { return std::nullopt; }
};

CardSet cards(const char* text) { return *parse_cards(text); }

TEST(Bot, ByDefaultPushesTheTwoLowestToTheOpponentsAndTheThirdToThePartner) {
  Observation seen;
  seen.hand = cards("3j 3s 2p 4j 5j 6j 7j 8j 9j Tj Jj Qj Phx Drg");
  const PushedCards push = Passer().push(seen);
  EXPECT_EQ(to_text(push.to(Side::Right)), "2p");
  EXPECT_EQ(to_text(push.to(Side::Left)), "3j");
  EXPECT_EQ(to_text(push.to(Side::Partner)), "3s");
}

TEST(Bot, ByDefaultCountsDogAndMahjongAsLowAndPhoenixAndDragonAsHigh) {
  Observation seen;
  seen.hand = cards("Dog Mah Phx Drg As");
  const PushedCards push = Passer().push(seen);
  EXPECT_EQ(push.to(Side::Right), Card::dog());
  EXPECT_EQ(push.to(Side::Left), Card::mahjong());
  EXPECT_EQ(to_text(push.to(Side::Partner)), "As");
}

TEST(Bot, ByDefaultGivesTheDragonToTheOpponentWithMoreCards) {
  Observation seen;
  seen.hand_size[Side::Right] = 3;
  seen.hand_size[Side::Left] = 4;
  EXPECT_EQ(Passer().give_dragon(seen), Side::Left);
  seen.hand_size[Side::Right] = 4;
  EXPECT_EQ(Passer().give_dragon(seen), Side::Right);
}

TEST(Bot, ByDefaultCallsWishesAndBombsNothing) {
  const Observation seen;
  Passer bot;
  EXPECT_FALSE(bot.call_grand_tichu(seen));
  EXPECT_FALSE(bot.call_tichu(seen));
  EXPECT_EQ(bot.wish(seen, {}), Rank::None);
  EXPECT_EQ(bot.bomb(seen), std::nullopt);
}

TEST(Bot, SaysOfADecisionWhatTheReadmeShowsAndSaysItOnce) {
  Observation seen;
  seen.hand = cards("3j 4j 5j");
  Passer bot;
  EXPECT_FALSE(bot.take_remark());
  explained(bot, seen, *parse_combination("3j"));
  EXPECT_EQ(bot.take_remark(), (Remark{"lowest of 3 cards", 12.5, {{"3j", 0.8}, {"pass", 0.2}}}));
  EXPECT_FALSE(bot.take_remark());
}

TEST(Bot, FindsAnOptionByItsName) {
  BotSetup setup;
  setup.options = {{"depth", "3"}, {"style", ""}};
  EXPECT_EQ(setup.option("depth"), "3");
  EXPECT_EQ(setup.option("style"), "");
  EXPECT_EQ(setup.option("width"), std::nullopt);
}

std::string fault_of(const BotSetup& setup) {
  try {
    setup.refuse_unknown_options();
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
  return "";
}

TEST(Bot, RefusesAnOptionThatItDidNotAskFor) {
  BotSetup setup;
  EXPECT_EQ(fault_of(setup), "");
  setup.options = {{"depth", "3"}, {"widht", "7"}};
  EXPECT_EQ(fault_of(setup), "unknown option depth; there are none");
  BotSetup(setup).option("depth");
  setup.option("width");
  EXPECT_EQ(fault_of(setup), "unknown option widht; there are depth, width");
  setup.option("widht");
  EXPECT_EQ(fault_of(setup), "");
}

}  // namespace
}  // namespace tichu
