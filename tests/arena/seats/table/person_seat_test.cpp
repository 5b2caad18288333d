#include "arena/seats/table/person_seat.h"

#include <gtest/gtest.h>

#include <optional>

#include "tests/arena/seats/table/evening.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::tests {
namespace {

using nlohmann::json;

class PersonSeatTest : public testing::Test {
 protected:
  arena::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "answers.jsonl";

  /// Plays on to the end. Bombs are not looked at.
  static void finish(Evening& evening) {
    json snapshot = evening.page.next();
    while (snapshot.at("stage") == "round") {
      if (!snapshot.at("question").is_null()) evening.page.answer(first_answer(snapshot));
      snapshot = evening.page.next();
    }
    evening.wait();
  }
};

TEST_F(PersonSeatTest, APersonPlaysARoundToItsEnd) {
  Evening evening(file_, 1);
  finish(evening);
  ASSERT_TRUE(evening.outcome() && evening.outcome()->record.result);
  EXPECT_FALSE(evening.outcome()->record.failure);
}

TEST_F(PersonSeatTest, ATableThatCannotBeSetUpAgainSaysWhy) {
  arena::AnswerJournal journal(file_);
  InstantBeat beat;
  arena::PersonSeat seat(journal, beat, arena::TableCaption{}, "run");
  seat.fail("The journal is another table's.");
  const json snapshot = json::parse(Page(seat).now());
  EXPECT_EQ(snapshot.at("stage"), "failed");
  EXPECT_EQ(snapshot.at("trouble"), "The journal is another table's.");
}

TEST_F(PersonSeatTest, AnAnswerCountsOnceAndOnlyForItsQuestion) {
  Evening evening(file_, 2);
  const json asked = evening.page.next_question();
  const json id = asked.at("question").at("id");
  EXPECT_EQ(evening.page.answer({{"id", 99}, {"call", true}}).status, 409u);
  EXPECT_EQ(evening.page.answer({{"id", id}, {"call", false}}).told, json({{"taken", true}}));
  EXPECT_EQ(evening.page.answer({{"id", id}, {"call", true}}).told, json({{"taken", false}}));
  const json next = evening.page.next_question();
  EXPECT_EQ(next.at("question").at("ask"), "tichu");
  EXPECT_EQ(next.at("seen").at("calls").at("me"), nullptr);
  EXPECT_EQ(evening.page.answer({{"id", id}, {"call", true}}).told, json({{"taken", false}}));
}

TEST_F(PersonSeatTest, WhatTheRulesForbidIsRefusedWithItsClauseAndAskedStill) {
  Evening evening(file_, 3);
  json snapshot = evening.page.next_question();
  while (snapshot.at("question").at("ask") != "push") {
    evening.page.answer(first_answer(snapshot));
    snapshot = evening.page.next_question();
  }
  json answer = first_answer(snapshot);
  const json legal = answer;
  const std::string hand = snapshot.at("seen").at("hand");
  answer["push"][0] = hand.find("2j") == std::string::npos ? "2j" : "As";
  if (hand.find(answer["push"][0].get<std::string>()) != std::string::npos) GTEST_SKIP() << "it holds both";
  const Page::Said said = evening.page.answer(answer);
  EXPECT_EQ(said.status, 422u);
  EXPECT_EQ(said.told.at("clause"), "3.4");
  EXPECT_EQ(evening.page.say({{"do", "judge"}, {"answer", legal}}).told, json({{"legal", true}}));
  EXPECT_EQ(evening.page.answer(legal).told, json({{"taken", true}}));
}

TEST_F(PersonSeatTest, NonsenseIsRefusedAndChangesNothing) {
  Evening evening(file_, 4);
  evening.page.next_question();
  const std::string before = evening.page.now();
  for (const char* text : {"", "[]", "{}", "{\"do\":7}", "{\"do\":\"answer\"}", "{\"do\":\"answer\",\"answer\":7}",
                           "{\"do\":\"answer\",\"answer\":{\"id\":1}}\xff", "{\"do\":\"hold\"}", "{\"do\":\"next\"}",
                           "{\"do\":\"next\",\"round\":3}", "{\"do\":\"pace\",\"ms\":-1}", "{\"do\":\"judge\"}"}) {
    const arena::HttpResponse answer = evening.seat.take(text);
    EXPECT_TRUE(answer.status >= 400 || *answer.body == R"({"taken":false})") << text << ": " << *answer.body;
  }
  EXPECT_EQ(evening.page.now(), before);
}

TEST_F(PersonSeatTest, AnotherProcessGoesOnAtTheSameMoment) {
  for (const std::uint64_t number : {5, 6, 7}) {
    const std::filesystem::path file = folder_.path() / std::to_string(number);
    std::optional<json> asked;
    std::uint64_t processes = 0;
    bool is_over = false;
    while (!is_over) {
      Evening evening(file, number);
      ++processes;
      json snapshot = evening.page.next();
      while (snapshot.at("stage") != "over" && snapshot.at("question").is_null()) snapshot = evening.page.next();
      is_over = snapshot.at("stage") == "over";
      if (is_over) break;
      if (asked) {
        EXPECT_EQ(snapshot.at("question"), asked->at("question"));
        EXPECT_EQ(snapshot.at("seen"), asked->at("seen"));
        asked.reset();
        evening.page.answer(first_answer(snapshot));
        continue;  // killed before or after what follows
      }
      // A bomb's moment passes by itself, so that its question need not be the next process's first.
      if (snapshot.at("question").at("ask") != "bomb") asked = snapshot;
    }
    EXPECT_GT(processes, 20u);
  }
}

TEST_F(PersonSeatTest, WithoutPaceABombHasNoLimit) {
  bool has_bombed = false;
  for (std::uint64_t number = 1; number < 200 && !has_bombed; ++number) {
    Evening evening(folder_.path() / std::to_string(number), number);
    evening.page.say({{"do", "pace"}, {"ms", 0}});
    json snapshot = evening.page.next();
    while (snapshot.at("stage") == "round") {
      const json& question = snapshot.at("question");
      if (!question.is_null()) {
        const bool bombs = question.at("ask") == "bomb";
        has_bombed = has_bombed || bombs;
        EXPECT_TRUE(!bombs || question.at("held") == true);
        EXPECT_EQ(evening.page.answer(first_answer(snapshot)).told, json({{"taken", true}}));
      }
      snapshot = evening.page.next();
    }
  }
  EXPECT_TRUE(has_bombed);
}

TEST_F(PersonSeatTest, WhoPassesUntilTheNextTrickIsNotAskedInThisOne) {
  bool has_passed = false;
  for (std::uint64_t number = 8; number < 30 && !has_passed; ++number) {
    Evening evening(folder_.path() / std::to_string(number), number);
    json snapshot = evening.page.next();
    while (snapshot.at("stage") == "round") {
      const json& question = snapshot.at("question");
      if (question.is_null()) {
        snapshot = evening.page.next();
        continue;
      }
      json command{{"do", "answer"}, {"answer", first_answer(snapshot)}};
      if (question.at("ask") == "turn" && question.at("legal").at("may_pass") == true) {
        command = {
            {"do", "answer"}, {"answer", {{"id", question.at("id")}, {"pass", true}}}, {"until_next_trick", true}};
      }
      evening.page.say(command);
      const bool passes = command.contains("until_next_trick");
      snapshot = evening.page.next();
      while (passes && snapshot.at("passing") == true) {
        const json& asked = snapshot.at("question");
        EXPECT_TRUE(asked.is_null() || asked.at("ask") == "bomb" || asked.at("legal").at("may_pass") == false);
        has_passed = true;
        if (!asked.is_null() && asked.at("ask") != "bomb") break;
        snapshot = evening.page.next();
      }
    }
  }
  EXPECT_TRUE(has_passed);
}

}  // namespace
}  // namespace tichu::tests
