#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/sdk/program_player.h"
#include "tests/sdk/test_bots.h"

namespace tichu::test {
namespace {

std::vector<std::string> restless() { return {bot_file("restless")}; }

TEST(Program, GreetsWithTheNameAndVersionOfTheBot) {
  const ProgramPlayer program(restless());
  EXPECT_EQ(program.bot(), (protocol::BotHello{1, "restless", "7.1", false}));
}

TEST(Program, EndsWithCode0AfterTheFarewell) {
  ProgramPlayer program(restless());
  EXPECT_EQ(program.leave(), 0);
}

TEST(Program, EndsWithCode0AtTheEndOfItsInput) {
  ProgramPlayer program(restless());
  EXPECT_EQ(program.hang_up(), 0);
}

TEST(Program, WhatABotPrintsGoesToItsLog) {
  ProgramPlayer program(restless());
  program.sit_down({1, Rules{}, {{"chatty", "yes"}}});
  EXPECT_FALSE(ask_for_a_turn(program).action.play.cards.empty());
  EXPECT_EQ(program.leave(), 0);
  EXPECT_EQ(program.log(), "a line on the standard output\n");
}

TEST(Program, AnExceptionEndsItWithCode1AndTheTextInItsLog) {
  ProgramPlayer program(restless());
  program.sit_down({1, Rules{}, {{"throws", "yes"}}});
  EXPECT_THROW(ask_for_a_turn(program), std::runtime_error);
  EXPECT_EQ(program.hang_up(), 1);
  EXPECT_NE(program.log().find("tired"), std::string::npos) << program.log();
}

TEST(Program, ABotThatCannotBeMadeEndsItWithCode1AndTheTextInItsLog) {
  ProgramPlayer program(restless());
  program.sit_down({1, Rules{}, {{"unmakeable", "yes"}}});
  EXPECT_THROW(ask_for_a_turn(program), std::runtime_error);
  EXPECT_EQ(program.hang_up(), 1);
  EXPECT_NE(program.log().find("no such bot"), std::string::npos) << program.log();
}

TEST(Program, AQuestionBeforeABotIsMadeEndsItWithCode1) {
  ProgramPlayer program(restless());
  EXPECT_THROW(ask_for_a_turn(program), std::runtime_error);
  EXPECT_EQ(program.hang_up(), 1);
}

}  // namespace
}  // namespace tichu::test
