#include "sdk/export_bot.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "engine/notation.h"
#include "sdk/abi_mirror.h"

namespace tichu {
namespace {

// Answers as its options say.
class Scripted : public Bot {
 public:
  explicit Scripted(const BotSetup& setup) {
    for (const char* name :
         {"throw_in_constructor", "throw_in_play", "throw_in_observe", "pass_after_call", "remark", "call"}) {
      if (setup.option(name)) option_ = name;
    }
    if (has("throw_in_constructor")) throw std::runtime_error("constructor");
  }
  Play play(const Observation& seen) override {
    if (has("throw_in_play")) throw 7;
    if (has("pass_after_call") && seen.calls[Side::Me] == Call::Tichu) return std::nullopt;
    if (has("remark")) remark() = {"a note", 17.5, {{"Mah", 0.75}, {"pass", 0.25}}};
    return readings(seen.hand).options[0];
  }
  Rank wish(const Observation&, const Combination&) override {
    if (has("remark")) remark().note += ", wishing";
    return Rank::Nine;
  }
  bool call_tichu(const Observation&) override { return has("call"); }
  bool call_grand_tichu(const Observation&) override { return has("call"); }
  Side give_dragon(const Observation&) override { return Side::Left; }
  void observe(const Observation&, const SeenEvent&) override {
    if (has("throw_in_observe")) throw std::runtime_error("observe");
  }

 private:
  bool has(const char* option) const { return option_ == option; }
  std::string option_;
};

class NeedsNoSetup : public Bot {
 public:
  Play play(const Observation&) override { return std::nullopt; }
};

class ExportBot : public ::testing::Test {
 protected:
  void make(const char* option, bool remarks = false) {
    const tichu_option options[] = {{option, "1"}};
    tichu_setup setup{};
    setup.size = sizeof(setup);
    setup.option_count = *option == 0 ? 0 : 1;
    setup.options = options;
    setup.remarks = remarks ? 1 : 0;
    bot_ = table_.create(&setup);
  }
  void TearDown() override {
    if (bot_ != nullptr) table_.destroy(bot_);
  }
  std::int32_t decide(std::uint32_t question) {
    answer_ = {};
    return table_.decide(bot_, question, to_c(&seen_), &answer_);
  }
  void hold(const char* cards) {
    seen_.hand = *parse_cards(cards);
    seen_.stage = Stage::Play;
  }

  tichu_bot_table table_ = bot_table_of<Scripted>("scripted", "1.2");
  void* bot_ = nullptr;
  Observation seen_;
  tichu_answer answer_{};
};

TEST_F(ExportBot, TheTableStatesVersionAndSizes) {
  EXPECT_EQ(table_.abi_version, TICHU_ABI_VERSION);
  EXPECT_EQ(table_.table_size, sizeof(tichu_bot_table));
  EXPECT_EQ(table_.observation_size, sizeof(tichu_observation));
  EXPECT_EQ(table_.event_size, sizeof(tichu_event));
  EXPECT_EQ(table_.setup_size, sizeof(tichu_setup));
  EXPECT_EQ(table_.answer_size, sizeof(tichu_answer));
  EXPECT_STREQ(table_.name, "scripted");
  EXPECT_STREQ(table_.version, "1.2");
}

TEST_F(ExportBot, AWishIsAskedOnlyWithTheMahjong) {
  make("");
  hold("7j");
  ASSERT_EQ(decide(TICHU_ASK_TURN), 0);
  EXPECT_EQ(answer_.wish, 0);
  hold("Mah");
  ASSERT_EQ(decide(TICHU_ASK_TURN), 0);
  EXPECT_EQ(answer_.wish, 9);
}

TEST_F(ExportBot, OnATurnTheBotMayCallTichuFirstAndThenKnowsIt) {
  make("call");
  hold("7j");
  ASSERT_EQ(decide(TICHU_ASK_TURN), 0);
  EXPECT_EQ(answer_.call, 1);
  EXPECT_EQ(CardSet(answer_.combination.cards), seen_.hand);
  EXPECT_EQ(seen_.calls[Side::Me], Call::None);
}

TEST_F(ExportBot, ATurnWithoutTheRightToCallAsksForNoCall) {
  make("call");
  hold("7j");
  seen_.calls[Side::Me] = Call::GrandTichu;
  ASSERT_EQ(decide(TICHU_ASK_TURN), 0);
  EXPECT_EQ(answer_.call, 0);
}

TEST_F(ExportBot, APassLeavesTheCombinationEmpty) {
  make("pass_after_call");
  hold("7j");
  seen_.calls[Side::Me] = Call::Tichu;
  ASSERT_EQ(decide(TICHU_ASK_TURN), 0);
  EXPECT_EQ(answer_.combination.cards, 0u);
  EXPECT_EQ(answer_.combination.kind, TICHU_NONE);
}

TEST_F(ExportBot, EveryOtherQuestionFillsItsOwnMember) {
  make("call");
  hold("3j 4j 5j");
  ASSERT_EQ(decide(TICHU_ASK_GRAND_TICHU), 0);
  EXPECT_EQ(answer_.call, 1);
  ASSERT_EQ(decide(TICHU_ASK_TICHU), 0);
  EXPECT_EQ(answer_.call, 1);
  ASSERT_EQ(decide(TICHU_ASK_PUSH), 0);
  EXPECT_EQ(answer_.push[0], 3);
  EXPECT_EQ(answer_.push[1], 5);
  EXPECT_EQ(answer_.push[2], 4);
  ASSERT_EQ(decide(TICHU_ASK_GIVE_DRAGON), 0);
  EXPECT_EQ(answer_.give_to, 3);
  ASSERT_EQ(decide(TICHU_ASK_BOMB), 0);
  EXPECT_EQ(answer_.combination.cards, 0u);
}

TEST_F(ExportBot, WhatABotSaysGoesWithItsAnswer) {
  make("remark", true);
  hold("Mah");
  ASSERT_EQ(decide(TICHU_ASK_TURN), 0);
  ASSERT_NE(answer_.remark, nullptr);
  EXPECT_EQ(from_c(*answer_.remark), (Remark{"a note, wishing", 17.5, {{"Mah", 0.75}, {"pass", 0.25}}}));
  ASSERT_EQ(decide(TICHU_ASK_GRAND_TICHU), 0);
  EXPECT_EQ(answer_.remark, nullptr) << "it is said once";
}

TEST_F(ExportBot, WhatNobodyKeepsIsNotSaid) {
  make("remark", false);
  hold("Mah");
  ASSERT_EQ(decide(TICHU_ASK_TURN), 0);
  EXPECT_EQ(answer_.remark, nullptr);
}

TEST_F(ExportBot, AnUnknownQuestionFails) {
  make("");
  EXPECT_NE(decide(6), 0);
  EXPECT_NE(decide(4'000'000'000u), 0);
}

TEST_F(ExportBot, AnExceptionInADecisionBecomesAFailure) {
  make("throw_in_play");
  hold("7j");
  EXPECT_NE(decide(TICHU_ASK_TURN), 0);
}

TEST_F(ExportBot, AnExceptionInObserveFailsTheNextDecision) {
  make("throw_in_observe");
  hold("7j");
  const SeenEvent event;
  table_.observe(bot_, to_c(&seen_), to_c(&event));
  EXPECT_NE(decide(TICHU_ASK_GRAND_TICHU), 0);
}

TEST_F(ExportBot, AnExceptionInTheConstructorMakesNoBot) {
  make("throw_in_constructor");
  EXPECT_EQ(bot_, nullptr);
}

TEST_F(ExportBot, ABotMayNeedNoSetup) {
  const tichu_bot_table table = bot_table_of<NeedsNoSetup>("plain", "1");
  const tichu_setup setup{};
  void* bot = table.create(&setup);
  ASSERT_NE(bot, nullptr);
  EXPECT_EQ(table.decide(bot, TICHU_ASK_TURN, to_c(&seen_), &answer_), 0);
  table.destroy(bot);
}

}  // namespace
}  // namespace tichu
