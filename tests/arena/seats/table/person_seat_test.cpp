#include "arena/seats/table/person_seat.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "engine/follow.h"
#include "engine/notation.h"
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
    json snapshot = evening.page().next();
    while (snapshot.at("stage") == "round") {
      if (!snapshot.at("question").is_null()) evening.page().answer(first_answer(snapshot));
      snapshot = evening.page().next();
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
  arena::SharedTable table(journal, beat, "run", {});
  arena::PersonSeat seat(table, Seat(0), arena::TableCaption{});
  table.fail("The journal is another table's.");
  const json snapshot = json::parse(Page(seat).now());
  EXPECT_EQ(snapshot.at("stage"), "failed");
  EXPECT_EQ(snapshot.at("trouble"), "The journal is another table's.");
}

TEST_F(PersonSeatTest, AnAnswerIsToBeSentAgainWhileItsQuestionIsNotAsked) {
  arena::AnswerJournal journal(file_);
  InstantBeat beat;
  arena::SharedTable table(journal, beat, "run", {});
  arena::PersonSeat seat(table, Seat(0), arena::TableCaption{});
  Page page(seat);
  EXPECT_EQ(page.answer({{"id", 1}, {"call", true}}).status, 503u);
  EXPECT_EQ(page.say({{"do", "next"}, {"round", 1}}).status, 503u);
  table.end_replay();
  EXPECT_EQ(page.answer({{"id", 1}, {"call", true}}).status, 503u);
  EXPECT_EQ(page.answer({{"id", 2}, {"call", true}}).status, 409u);
}

TEST_F(PersonSeatTest, APaceIsNoLessThanTheTableAllows) {
  arena::AnswerJournal journal(file_);
  arena::SteadyBeat beat(std::chrono::milliseconds(700), std::chrono::milliseconds(250));
  arena::SharedTable table(journal, beat, "run", {});
  arena::PersonSeat seat(table, Seat(0), arena::TableCaption{});
  Page page(seat);
  EXPECT_EQ(page.say({{"do", "pace"}, {"ms", 249}}).status, 400u);
  EXPECT_EQ(page.say({{"do", "pace"}, {"ms", 250}}).status, 200u);
}

/// A play of an owner who went out with it, which all others passed: it is nobody's turn, and everybody may bomb.
TEST_F(PersonSeatTest, ABombMayBeSaidAfterTheLastPassOverAnOwnerWhoIsOut) {
  arena::AnswerJournal journal(file_);
  InstantBeat beat;
  arena::SharedTable table(journal, beat, "run", {});
  arena::PersonSeat seat(table, Seat(0), arena::TableCaption{});
  arena::PersonSeat other(table, Seat(1), arena::TableCaption{});
  Observation seen;
  seen.stage = Stage::Play;
  seen.hand = *parse_cards("7j 7s 7p 7t 9j");
  seen.table = *parse_combination("As");
  seen.table_owner = Side::Partner;
  seen.hand_size[Side::Me] = 5;
  seen.hand_size[Side::Right] = 3;
  seen.hand_size[Side::Left] = 3;
  const auto is_asked = [&](std::uint8_t passes) {
    seen.passes = passes;
    SeenEvent pass;
    pass.who = Side::Left;
    seat.tell(pass, seen);
    return !json::parse(Page(seat).now()).at("question").is_null();
  };
  EXPECT_FALSE(is_asked(2));  // it is the person's turn
  EXPECT_TRUE(is_asked(3));
}

/// A person alone who is told of another's plays, one after the other.
class BombTimeTest : public PersonSeatTest {
 protected:
  BombTimeTest() {
    seen_.stage = Stage::Play;
    seen_.hand = *parse_cards("7j 7s 7p 7t 9j");
    seen_.table = *parse_combination("As");
    seen_.table_owner = seen_.to_act = Side::Right;
    seen_.hand_size.values = {5, 5, 5, 5};
  }
  /// What is waited for after a play that left things so.
  std::string waited(EventKind kind = EventKind::Play) {
    SeenEvent event;
    event.kind = kind;
    event.who = Side::Right;
    std::size_t from = 0;
    beat_.since(from);
    seat_.tell(event, seen_);
    return beat_.since(from);
  }

  arena::AnswerJournal journal_{file_};
  InstantBeat beat_;
  arena::SharedTable table_{journal_, beat_, "run", {}};
  arena::PersonSeat seat_{table_, Seat(0), arena::TableCaption{}};
  Page page_{seat_};
  Observation seen_;
};

TEST_F(BombTimeTest, IsWaitedForWhoeverHoldsABombIfSomebodyCouldByWhatAllKnow) {
  const std::string with = waited();
  EXPECT_NE(with.find("long window"), std::string::npos) << with;
  seen_.hand = *parse_cards("2j 3s 4p 5t 9j");
  EXPECT_EQ(waited(), with);
  EXPECT_EQ(waited(EventKind::Pass).find("long"), std::string::npos);
  seen_.passes = 3;
  EXPECT_EQ(waited(EventKind::Pass), with);  // before the trick is collected
  seen_.passes = 0;
  seen_.table_owner = Side::Me;
  EXPECT_EQ(waited().find("long"), std::string::npos);
  seen_.table = *parse_combination("Drg");
  EXPECT_EQ(waited(), with);  // whose trick a bomb keeps
  seen_.hand_size[Side::Me] = 3;
  EXPECT_EQ(waited().find("window"), std::string::npos);
  seen_.hand_size[Side::Me] = 5;
  seen_.to_act = Side::Me;
  EXPECT_EQ(waited().find("window"), std::string::npos);  // a bomb needs no time on the own turn
  seen_.to_act = Side::Right;
  CardSet& played = seen_.played[Side::Left];
  for (const Card card : CardSet::deck()) {
    if (card.is_special()) continue;
    if (card.suit() == Suit::Jade || card.rank() == Rank::Six || card.rank() == Rank::Ten) played.insert(card);
  }
  EXPECT_EQ(waited().find("window"), std::string::npos);  // there are no four of a rank any more
}

TEST_F(BombTimeTest, EndsWithThePersonsWordForNowOrForTheTrick) {
  bool trick = false;
  beat_.in_window = [&] {
    const json window = json::parse(page_.now()).at("window");
    if (window.is_null()) return;
    EXPECT_EQ(page_.say({{"do", "no_bomb"}, {"window", window.get<int>() + 1}}).told, json({{"taken", false}}));
    const json command{{"do", "no_bomb"}, {"window", window}, {"until_next_trick", trick}};
    EXPECT_EQ(page_.say(command).told, json({{"taken", true}}));
    EXPECT_EQ(json::parse(page_.now()).at("question"), nullptr);
    EXPECT_EQ(page_.say(command).told, json({{"taken", false}}));
  };
  const auto is_cut = [](const std::string& beats) { return beats.find("long window cut") != std::string::npos; };
  EXPECT_TRUE(is_cut(waited()));
  trick = true;
  EXPECT_TRUE(is_cut(waited()));
  EXPECT_EQ(waited().find("long"), std::string::npos);
  waited(EventKind::TrickTaken);
  EXPECT_TRUE(is_cut(waited()));
}

TEST_F(BombTimeTest, IsASettingOfThePersons) {
  waited();
  for (const int bad : {-1, 10'001}) EXPECT_EQ(page_.say({{"do", "bomb_time"}, {"ms", bad}}).status, 400u);
  EXPECT_EQ(page_.say({{"do", "bomb_time"}, {"ms", 4000}}).status, 200u);
  EXPECT_EQ(json::parse(page_.now()).at("bomb_ms"), 4000);
}

TEST_F(PersonSeatTest, AnAnswerCountsOnceAndOnlyForItsQuestion) {
  Evening evening(file_, 2);
  const json asked = evening.page().next_question();
  const json id = asked.at("question").at("id");
  EXPECT_EQ(evening.page().answer({{"id", 99}, {"call", true}}).status, 409u);
  EXPECT_EQ(evening.page().answer({{"id", id}, {"call", false}}).told, json({{"taken", true}}));
  EXPECT_EQ(evening.page().answer({{"id", id}, {"call", true}}).told, json({{"taken", false}}));
  const json next = evening.page().next_question();
  EXPECT_EQ(next.at("question").at("ask"), "tichu");
  EXPECT_EQ(next.at("seen").at("calls").at("me"), nullptr);
  EXPECT_EQ(evening.page().answer({{"id", id}, {"call", true}}).told, json({{"taken", false}}));
}

TEST_F(PersonSeatTest, AQuestionIsNotShownAgainOnceItIsAnswered) {
  Evening evening(file_, 2);
  json snapshot = evening.page().next_question();
  while (snapshot.at("stage") == "round") {
    if (!snapshot.at("question").is_null()) {
      const json id = snapshot.at("question").at("id");
      evening.page().answer(first_answer(snapshot));
      // Whether or not the table's thread goes on already.
      const json after = json::parse(evening.page().now()).at("question");
      EXPECT_TRUE(after.is_null() || after.at("id") > id || after.at("id") == 0) << after << " after " << id;
    }
    snapshot = evening.page().next();
  }
}

TEST_F(PersonSeatTest, WhatTheRulesForbidIsRefusedWithItsClauseAndAskedStill) {
  Evening evening(file_, 3);
  json snapshot = evening.page().next_question();
  while (snapshot.at("question").at("ask") != "push") {
    evening.page().answer(first_answer(snapshot));
    snapshot = evening.page().next_question();
  }
  json answer = first_answer(snapshot);
  const json legal = answer;
  const std::string hand = snapshot.at("seen").at("hand");
  answer["push"][0] = hand.find("2j") == std::string::npos ? "2j" : "As";
  if (hand.find(answer["push"][0].get<std::string>()) != std::string::npos) GTEST_SKIP() << "it holds both";
  const Page::Said said = evening.page().answer(answer);
  EXPECT_EQ(said.status, 422u);
  EXPECT_EQ(said.told.at("clause"), "3.4");
  EXPECT_EQ(evening.page().say({{"do", "judge"}, {"answer", legal}}).told, json({{"legal", true}}));
  EXPECT_EQ(evening.page().answer(legal).told, json({{"taken", true}}));
}

TEST_F(PersonSeatTest, NonsenseIsRefusedAndChangesNothing) {
  Evening evening(file_, 4);
  evening.page().next_question();
  const std::string before = evening.page().now();
  for (const char* text : {"", "[]", "{}", "{\"do\":7}", "{\"do\":\"answer\"}", "{\"do\":\"answer\",\"answer\":7}",
                           "{\"do\":\"answer\",\"answer\":{\"id\":1}}\xff", "{\"do\":\"hold\"}", "{\"do\":\"next\"}",
                           "{\"do\":\"next\",\"round\":3}", "{\"do\":\"pace\",\"ms\":-1}", "{\"do\":\"judge\"}"}) {
    const arena::HttpResponse answer = evening.seat().take(text);
    EXPECT_TRUE(answer.status >= 400 || *answer.body == R"({"taken":false})") << text << ": " << *answer.body;
  }
  EXPECT_EQ(evening.page().now(), before);
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
      json snapshot = evening.page().next();
      while (snapshot.at("stage") != "over" && snapshot.at("question").is_null()) snapshot = evening.page().next();
      is_over = snapshot.at("stage") == "over";
      if (is_over) break;
      if (asked) {
        EXPECT_EQ(snapshot.at("question"), asked->at("question"));
        EXPECT_EQ(snapshot.at("seen"), asked->at("seen"));
        asked.reset();
        evening.page().answer(first_answer(snapshot));
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
    evening.page().say({{"do", "pace"}, {"ms", 0}});
    json snapshot = evening.page().next();
    while (snapshot.at("stage") == "round") {
      const json& question = snapshot.at("question");
      if (!question.is_null()) {
        const bool bombs = question.at("ask") == "bomb";
        has_bombed = has_bombed || bombs;
        EXPECT_TRUE(!bombs || question.at("held") == true);
        EXPECT_EQ(evening.page().answer(first_answer(snapshot)).told, json({{"taken", true}}));
      }
      snapshot = evening.page().next();
    }
  }
  EXPECT_TRUE(has_bombed);
}

TEST_F(PersonSeatTest, WhoPassesUntilTheNextTrickIsNotAskedInThisOne) {
  bool has_passed = false;
  for (std::uint64_t number = 8; number < 30 && !has_passed; ++number) {
    Evening evening(folder_.path() / std::to_string(number), number);
    json snapshot = evening.page().next();
    while (snapshot.at("stage") == "round") {
      const json& question = snapshot.at("question");
      if (question.is_null()) {
        snapshot = evening.page().next();
        continue;
      }
      json command{{"do", "answer"}, {"answer", first_answer(snapshot)}};
      if (question.at("ask") == "turn" && question.at("legal").at("may_pass") == true) {
        command = {
            {"do", "answer"}, {"answer", {{"id", question.at("id")}, {"pass", true}}}, {"until_next_trick", true}};
      }
      evening.page().say(command);
      const bool passes = command.contains("until_next_trick");
      snapshot = evening.page().next();
      while (passes && snapshot.at("passing") == true) {
        const json& asked = snapshot.at("question");
        EXPECT_TRUE(asked.is_null() || asked.at("ask") == "bomb" || asked.at("legal").at("may_pass") == false);
        has_passed = true;
        if (!asked.is_null() && asked.at("ask") != "bomb") break;
        snapshot = evening.page().next();
      }
    }
  }
  EXPECT_TRUE(has_passed);
}

TEST_F(PersonSeatTest, WhoPassesUntilTheNextTrickAndDeclinesABombPassesOn) {
  bool has_declined = false;
  for (std::uint64_t number = 1; number < 500 && !has_declined; ++number) {
    if (!holds_bomb(deal(5, number).hand(Seat(0)), {})) continue;
    Evening evening(folder_.path() / std::to_string(number), number);
    evening.page().say({{"do", "pace"}, {"ms", 0}});
    json snapshot = evening.page().next();
    while (snapshot.at("stage") == "round" && !has_declined) {
      const json& question = snapshot.at("question");
      if (!question.is_null()) {
        const json id = question.at("id");
        const bool may_pass = question.value(json::json_pointer("/legal/may_pass"), false);
        json command{{"do", "answer"}, {"answer", first_answer(snapshot)}};
        if (may_pass) command = {{"do", "answer"}, {"answer", {{"id", id}, {"pass", true}}}};
        if (may_pass && question.at("ask") == "turn") command["until_next_trick"] = true;
        has_declined = question.at("ask") == "bomb" && snapshot.at("passing") == true;
        evening.page().say(command);
        EXPECT_TRUE(!has_declined || json::parse(evening.page().now()).at("passing") == true);
      }
      if (!has_declined) snapshot = evening.page().next();
    }
  }
  EXPECT_TRUE(has_declined);
}

/// A round of three people and a bot.
class CompanyTest : public PersonSeatTest {
 protected:
  static constexpr const arena::AnalystLibrary* NoCoach = nullptr;
  const std::vector<Seat> people_{Seat(0), Seat(1), Seat(2)};

  static json now(Page& page) {
    const std::string text = page.now();
    return text.empty() ? page.next() : json::parse(text);
  }
  /// Who is asked now, once somebody is; nullopt if the round is over.
  std::optional<std::size_t> asked(Evening& evening) {
    while (true) {
      for (std::size_t i = 0; i < evening.pages.size(); ++i) {
        const std::string text = evening.pages[i].now();
        if (text.empty() || (text.find(R"("question":null)") != std::string::npos &&
                             text.find(R"("stage":"over")") == std::string::npos)) {
          continue;
        }
        const json snapshot = json::parse(text);
        if (snapshot.at("stage") == "over") return std::nullopt;
        const json& question = snapshot.at("question");
        if (snapshot.at("stage") == "round" && !question.is_null() && question.at("id") > answered_[&evening.pages[i]])
          return i;
      }
      std::this_thread::yield();
    }
  }
  /// The limit for what is asked now has passed.
  static void pass_limit(Evening& evening) {
    evening.beat.passed = 1;
    evening.pages[1].say({{"do", "pace"}, {"ms", 700}});
  }
  void answer(Page& page) {
    const json snapshot = now(page);
    answered_[&page] = snapshot.at("question").at("id");
    page.answer(first_answer(snapshot));
  }

  std::map<const Page*, std::uint32_t> answered_;
};

TEST_F(CompanyTest, WaitsUntilEverybodyHasComeAndEachAnswersForTheOwnSeatAlone) {
  Evening evening(file_, 1, NoCoach, people_);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(evening.pages[i].next().at("seen"), nullptr);
  const json there = now(evening.pages[0]).at("people").at("presence");
  EXPECT_EQ(there.at("me").at("ready"), true);
  EXPECT_EQ(there.at("partner").at("connected"), false);
  EXPECT_FALSE(there.contains("left"));
  std::size_t others = 0;
  for (std::optional<std::size_t> one; (one = asked(evening));) {
    const json snapshot = now(evening.pages[*one]);
    Page& other = evening.pages[(*one + 1) % 3];
    EXPECT_EQ(now(other).at("people").at("seat"), (*one + 1) % 3);
    EXPECT_NE(now(other).at("seen").at("hand"), snapshot.at("seen").at("hand"));
    others += other.answer(first_answer(snapshot)).told == json({{"taken", true}}) ? 1 : 0;
    answer(evening.pages[*one]);
  }
  EXPECT_EQ(others, 0u);
  evening.wait();
  ASSERT_TRUE(evening.outcome() && evening.outcome()->record.result);
  EXPECT_FALSE(evening.outcome()->record.failure);
}

TEST_F(CompanyTest, ForWhoIsAwayAnotherDecidesOnceWhichAllAreTold) {
  json before;
  {
    Evening evening(file_, 2, NoCoach, people_);
    ASSERT_EQ(asked(evening), 0u);
    EXPECT_EQ(evening.beat.limit(), std::chrono::seconds(100));
    const json id = now(evening.pages[0]).at("question").at("id");
    pass_limit(evening);
    while (now(evening.pages[2]).at("people").at("absences").empty()) evening.pages[2].next();
    const json first = now(evening.pages[2]).at("people").at("absences").front();
    EXPECT_EQ(first, json({{"who", "partner"}, {"ask", "grand_tichu"}}));
    EXPECT_EQ(evening.pages[0].answer({{"id", id}, {"call", true}}).told, json({{"taken", false}}));
    const std::optional<std::size_t> one = asked(evening);
    ASSERT_TRUE(one);
    answer(evening.pages[*one]);
    ASSERT_TRUE(asked(evening));
    before = now(evening.pages[1]);
  }
  Evening evening(file_, 2, NoCoach, people_);
  answered_.clear();
  ASSERT_TRUE(asked(evening));
  const json after = now(evening.pages[1]);
  EXPECT_EQ(after.at("seen"), before.at("seen"));
  EXPECT_EQ(after.at("people").at("absences"), before.at("people").at("absences"));
}

TEST_F(CompanyTest, WhoIsAwayAgainHasLessTimeUntilSomethingIsHeard) {
  Evening evening(file_, 3, NoCoach, people_);
  ASSERT_EQ(asked(evening), 0u);
  pass_limit(evening);
  for (const std::size_t other : {1, 2})
    evening.pages[other].answer(first_answer(evening.pages[other].next_question()));
  while (evening.beat.limit() != std::chrono::seconds(10)) std::this_thread::yield();
  std::optional<std::size_t> one = asked(evening);
  ASSERT_EQ(one, 0u);
  answer(evening.pages[0]);
  while ((one = asked(evening)) && *one != 0) answer(evening.pages[*one]);
  ASSERT_EQ(one, 0u);
  EXPECT_EQ(evening.beat.limit(), std::chrono::seconds(100));
}

TEST_F(CompanyTest, WhoLeavesIsShownToBeAwayAndWhoComesBackIsThere) {
  Evening evening(file_, 4, NoCoach, people_);
  ASSERT_TRUE(asked(evening));
  const auto partner = [&] { return now(evening.pages[0]).at("people").at("presence").at("partner").at("connected"); };
  EXPECT_EQ(partner(), true);
  evening.pages[2].say({{"do", "leave"}});
  EXPECT_EQ(partner(), false);
  now(evening.pages[2]);
  EXPECT_EQ(partner(), true);
}

TEST_F(CompanyTest, ABombIsSaidWhileEverybodyMayAndElseDeclinedWithoutAWait) {
  std::size_t bombs = 0;
  for (std::uint64_t number = 1; number < 300 && bombs == 0; ++number) {
    const Deal cards = deal(5, number);
    if (std::ranges::none_of(people_, [&](Seat seat) { return holds_bomb(cards.hand(seat), {}); })) continue;
    Evening evening(folder_.path() / std::to_string(number), number, NoCoach, people_);
    answered_.clear();
    std::atomic<bool> pressed = false;
    evening.beat.in_window = [&] {
      pressed = !pressed;
      for (Page& page : evening.pages) {
        if (!pressed) break;
        const json snapshot = now(page);
        if (!snapshot.at("question").is_null()) {
          EXPECT_EQ(page.say({{"do", "hold"}, {"id", 0}}).told, json({{"taken", true}}));
        }
      }
    };
    for (std::optional<std::size_t> one; (one = asked(evening));) {
      const json question = now(evening.pages[*one]).at("question");
      if (question.at("ask") == "bomb") {
        EXPECT_EQ(question.at("held"), true);
        EXPECT_TRUE(pressed);
        ++bombs;
      }
      answer(evening.pages[*one]);
    }
  }
  EXPECT_GT(bombs, 0u);
}

}  // namespace
}  // namespace tichu::tests
