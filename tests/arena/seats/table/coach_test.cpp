#include "arena/seats/table/coach.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/analysis/analysis_json.h"
#include "arena/hosting/match/table.h"
#include "arena/seats/table/sitting.h"
#include "engine/deal.h"
#include "engine/notation.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/hosting/match/function_player.h"
#include "tests/arena/hosting/match/random_answers.h"
#include "tests/arena/seats/table/evening.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::tests {
namespace {

using arena::AnalystLibrary;
using arena::Coach;
using nlohmann::json;

arena::AnalysisSettings cheap() {
  arena::AnalysisSettings settings;
  settings.simulations = 100;
  settings.luck = {1, 1};
  return settings;
}

/// A coach that is waited for.
class AwaitedCoach {
 public:
  explicit AwaitedCoach(arena::BotSpec analyst = bundled_bot("sampler")) : library_(*AnalystLibrary::load(analyst)) {
    coach.start([this] {
      const std::scoped_lock lock(mutex_);
      news_.notify_all();
    });
  }
  /// What it says once it has nothing left to do.
  json now() {
    std::unique_lock lock(mutex_);
    json told;
    news_.wait(lock, [&] {
      told = json::parse(coach.text(std::nullopt));
      return told.at("waiting") == 0;
    });
    return told;
  }

 private:
  std::mutex mutex_;
  std::condition_variable news_;
  const AnalystLibrary library_;

 public:
  Coach coach{library_, cheap()};
};

/// Somebody at whose decisions the coach looks.
class CoachedPlayer : public FunctionPlayer {
 public:
  CoachedPlayer(AwaitedCoach& awaited, std::uint64_t seed)
      : FunctionPlayer([this](Question question, const Observation& seen) {
          const arena::TimedAnswer answer = answers_.answer(question, seen);
          awaited_.coach.decided(++asked_, question, answer, seen);
          return Said(answer);
        }),
        awaited_(awaited),
        answers_(seed) {}
  void tell(const SeenEvent& event, const Observation& seen) override { awaited_.coach.told(event, seen); }

 private:
  AwaitedCoach& awaited_;
  RandomAnswers answers_;
  std::uint32_t asked_ = 0;
};

/// What is told of a decision, by the coach or of its analysis.
json told_of(const json& decision) { return {decision.at("matter"), decision.at("move"), decision.at("verdict")}; }

TEST(CoachTest, ItsLossesAreThoseOfAnalyse) {
  std::size_t decisions = 0;
  const AnalystLibrary library = *AnalystLibrary::load(bundled_bot("sampler"));
  for (std::uint64_t number = 0; number < 6; ++number) {
    AwaitedCoach awaited;
    const arena::RoundNumbers round{arena::JobNumber(number), arena::SeatingNumber(0), arena::RoundNumber(2)};
    awaited.coach.begin_round(round);
    CoachedPlayer person(awaited, number);
    std::array<std::unique_ptr<FunctionPlayer>, 3> bots;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      auto answers = std::make_shared<RandomAnswers>(100 * number + i);
      bots[i] = std::make_unique<FunctionPlayer>([answers](Question question, const Observation& seen) {
        return FunctionPlayer::Said(answers->answer(question, seen));
      });
    }
    const Deal cards = deal(17, number);
    arena::RoundSetup setup{cards, number, presets()[number % presets().size()].rules, {Points(300), Points(-200)}};
    setup.players = {&person, bots[0].get(), bots[1].get(), bots[2].get()};
    arena::Record record = arena::play_round(setup).record;
    const json told = awaited.now();

    record.job = round.job;
    record.seating = round.seating;
    record.round = round.round;
    arena::PluginAnalyst analyst(library, Rules());
    const auto analysed = arena::analyse_round(
        record, cheap(), [](Seat seat) { return seat == Seat(0); }, analyst);
    ASSERT_TRUE(analysed) << analysed.error();
    json coached = json::array();
    for (const json& remark : told.at("remarks")) coached.push_back(told_of(remark));
    json expected = json::array();
    const json analysis = json::parse(arena::write_round_json(*analysed));
    for (const json& decision : analysis.at("decisions")) {
      if (decision.at("seat") == 0) expected.push_back(told_of(decision));
    }
    EXPECT_EQ(coached, expected) << number;
    decisions += expected.size();
  }
  EXPECT_GT(decisions, 60u);
}

/// Calls Tichu where the coach advises it, and asks again once the call is made.
class AdvisedPlayer : public FunctionPlayer {
 public:
  explicit AdvisedPlayer(std::uint64_t seed)
      : FunctionPlayer([this](Question question, const Observation& seen) {
          arena::TimedAnswer answer = answers_.answer(question, seen);
          answer.call = false;
          if (question == Question::Turn) {
            advised_ = hinted(seen);
            answer.call = !advised_.empty() && advised_[0] == "Tichu";
          }
          return Said(answer);
        }),
        answers_(seed) {
    awaited_.coach.begin_round({});
  }
  void tell(const SeenEvent& event, const Observation& seen) override {
    if (event.kind != EventKind::Tichu || event.who != Side::Me) return;
    advised_.erase(0);
    if (advised_.empty()) return;
    EXPECT_EQ(hinted(seen), advised_);
    ++calls;
  }

  int calls = 0;

 private:
  json hinted(const Observation& seen) {
    awaited_.coach.hint(++asked_, Question::Turn, seen);
    return awaited_.now().at("hint").at("moves");
  }

  AwaitedCoach awaited_;
  RandomAnswers answers_;
  json advised_;
  std::uint32_t asked_ = 0;
};

TEST(CoachTest, AdvisesWhatToPlayAfterTheCallThatItAdvises) {
  int calls = 0;
  for (std::uint64_t number = 0; calls < 3 && number < 20000; ++number) {
    const Deal cards = deal(19, number);
    const CardSet strong = *parse_cards("Mah Phx Drg");
    if (!cards.hand(Seat(0)).contains_all(strong)) continue;
    AdvisedPlayer person(number);
    RandomAnswers answers(number + 100);
    FunctionPlayer bot([&answers](Question question, const Observation& seen) {
      return FunctionPlayer::Said(answers.answer(question, seen));
    });
    arena::RoundSetup setup{cards, number, Rules(), {}};
    setup.players = {&person, &bot, &bot, &bot};
    arena::play_round(setup);
    calls += person.calls;
  }
  EXPECT_EQ(calls, 3);
}

/// Decides to lead a pair.
void lead(Coach& coach, std::uint32_t id) {
  Observation seen;
  seen.stage = Stage::Play;
  seen.hand = *parse_cards("7j 7s 9j");
  Answer pair;
  pair.action = Action::play_cards(*parse_combination("7j 7s"));
  coach.decided(id, Question::Turn, pair, seen);
}

TEST(CoachTest, WhatWaitsIsNotJudgedTwiceAndEndsWithItsRound) {
  const AnalystLibrary library = *AnalystLibrary::load(bundled_bot("sampler"));
  Coach idle(library, cheap());
  const auto waiting = [&] { return json::parse(idle.text(std::nullopt)).at("waiting"); };
  idle.begin_round({});
  for (const std::uint32_t id : {1, 2}) lead(idle, id);
  const json once = waiting();
  EXPECT_GE(once, 2);
  for (const std::uint32_t id : {1, 2}) lead(idle, id);
  EXPECT_EQ(waiting(), once);
  idle.begin_round({arena::JobNumber(1), arena::SeatingNumber(0), arena::RoundNumber(0)});
  EXPECT_EQ(waiting(), 0);
}

TEST(CoachTest, ItSaysWhyItCannotGoOnAndLeavesNothingWaiting) {
  arena::BotSpec unusable = bundled_bot("sampler");
  unusable.options.emplace_back("nonsense", "1");
  AwaitedCoach awaited(unusable);
  awaited.coach.begin_round({});
  lead(awaited.coach, 1);
  const json told = awaited.now();
  EXPECT_NE(told.at("trouble").get<std::string>().find("could not make an analyst"), std::string::npos);
  EXPECT_EQ(told.at("remarks"), json::array());
}

/// The snapshot that asks the first question past this one, once the coach has said what it has to say.
json asked_after(Page& page, const json& id) {
  const std::string now = page.now();
  json snapshot = now.empty() ? page.next() : json::parse(now);
  while (snapshot.at("question").is_null() || snapshot.at("question").at("id") <= id ||
         snapshot.at("coach").at("waiting") != 0) {
    snapshot = page.next();
  }
  return snapshot;
}

json id_of(const json& snapshot) { return snapshot.at("question").at("id"); }

/// Answers until cards are to be pushed.
json go_to_push(Page& page) {
  json asked = asked_after(page, 0);
  while (asked.at("question").at("ask") != "push") {
    page.answer(first_answer(asked));
    asked = asked_after(page, id_of(asked));
  }
  return asked;
}

class TrainingTest : public testing::Test {
 protected:
  arena::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "answers.jsonl";
  const AnalystLibrary library_ = *AnalystLibrary::load(bundled_bot("sampler"));
};

TEST_F(TrainingTest, AnAnswerThatIsTakenBackIsAskedAgainAlsoByTheNextProcess) {
  json again;
  {
    Evening evening(file_, 11, &library_);
    const json asked = go_to_push(evening.page());
    const json pushed = first_answer(asked);
    evening.page().answer(pushed);
    const json after = asked_after(evening.page(), id_of(asked));
    EXPECT_EQ(after.at("coach").at("take_back"), id_of(asked));
    EXPECT_EQ(evening.page().say({{"do", "take_back"}, {"id", 999}}).told, json({{"taken", false}}));
    EXPECT_EQ(evening.page().say({{"do", "take_back"}, {"id", id_of(asked)}}).told, json({{"taken", true}}));
    again = asked_after(evening.page(), id_of(after));
    EXPECT_EQ(again.at("question").at("ask"), "push");
    EXPECT_EQ(again.at("seen"), asked.at("seen"));
    EXPECT_EQ(evening.page().answer(pushed).told, json({{"taken", false}}));
  }
  Evening evening(file_, 11, &library_);
  const json asked = asked_after(evening.page(), 0);
  EXPECT_EQ(asked.at("question"), again.at("question"));
  EXPECT_EQ(asked.at("seen"), again.at("seen"));
  EXPECT_EQ(asked.at("coach").at("remarks"), again.at("coach").at("remarks"));
}

TEST_F(TrainingTest, TheSecondTryIsShownBesideTheFirst) {
  Evening evening(file_, 12, &library_);
  const json asked = go_to_push(evening.page());
  evening.page().answer(first_answer(asked));
  const json after = asked_after(evening.page(), id_of(asked));
  evening.page().say({{"do", "take_back"}, {"id", id_of(asked)}});
  json second = first_answer(asked_after(evening.page(), id_of(after)));
  std::swap(second["push"][0], second["push"][2]);
  evening.page().answer(second);
  const json told = asked_after(evening.page(), second.at("id")).at("coach").at("remarks");
  const json remark = told.back();
  EXPECT_EQ(remark.at("id"), second.at("id"));
  EXPECT_EQ(remark.at("before").at("matter"), "push");
  EXPECT_NE(remark.at("before").at("move"), remark.at("move"));
}

/// The next question past this one but for bombs, or the end of the round.
json next_question(Page& page, const json& id) {
  json snapshot = page.next();
  while (snapshot.at("stage") == "round" &&
         (snapshot.at("question").is_null() || snapshot.at("question").at("ask") == "bomb" || id_of(snapshot) <= id)) {
    snapshot = page.next();
  }
  return snapshot;
}

std::ptrdiff_t own_passes(const json& snapshot) {
  return std::ranges::count(snapshot.at("seen").at("events"), json({{"do", "pass"}, {"who", "me"}}));
}

TEST_F(TrainingTest, PassesThatFollowByThemselvesAreTakenBackWithTheChosenOne) {
  bool has_followed = false;
  for (std::uint64_t number = 1; number < 50 && !has_followed; ++number) {
    const std::filesystem::path file = folder_.path() / std::to_string(number);
    json chosen;
    json later;
    {
      Evening evening(file, number, &library_);
      json asked = next_question(evening.page(), 0);
      while (asked.at("stage") == "round" && !has_followed) {
        const json& question = asked.at("question");
        const bool passes = question.at("ask") == "turn" && question.at("legal").at("may_pass") == true;
        const json pass{{"id", question.at("id")}, {"pass", true}};
        evening.page().say(
            {{"do", "answer"}, {"answer", passes ? pass : first_answer(asked)}, {"until_next_trick", passes}});
        chosen = std::exchange(asked, next_question(evening.page(), question.at("id")));
        has_followed = asked.at("stage") == "round" && passes && own_passes(asked) > own_passes(chosen) + 1;
      }
      if (!has_followed) continue;
      later = asked;
      EXPECT_EQ(later.at("coach").at("take_back"), id_of(chosen));
    }
    Evening evening(file, number, &library_);
    const json asked = next_question(evening.page(), 0);
    EXPECT_EQ(asked.at("question"), later.at("question"));
    EXPECT_EQ(asked.at("coach").at("take_back"), id_of(chosen));
    evening.page().say({{"do", "take_back"}, {"id", id_of(chosen)}});
    const json again = next_question(evening.page(), id_of(later));
    EXPECT_EQ(again.at("seen"), chosen.at("seen"));
    EXPECT_EQ(again.at("passing"), false);
  }
  EXPECT_TRUE(has_followed);
}

TEST_F(TrainingTest, WhatIsTakenBackAsTheRoundEndsIsPlayedAgain) {
  arena::AnswerJournal journal(file_);
  InstantBeat beat;
  arena::SharedTable table(journal, beat, "run", {});
  arena::PersonSeat seat(table, Seat(0), arena::TableCaption{});
  Coach coach(library_, cheap());
  seat.train(coach);
  table.await_round(1);
  seat.begin_round();
  Page page(seat);
  const auto call = [&] {
    std::jthread answering([&] { page.answer({{"id", id_of(page.next_question())}, {"call", false}}); });
    Observation seen;
    seen.hand = *parse_cards("2j 3j 4j 5j 6j 7j 8j 9s");
    seat.ask(Question::GrandTichu, seen);
  };
  call();
  EXPECT_EQ(page.say({{"do", "take_back"}, {"id", 1}}).told, json({{"taken", true}}));
  EXPECT_THROW(seat.end_play(), arena::AnswerTakenBack);
  seat.rewind();
  journal.take_back(Seat(0), 1);
  table.await_round(1);
  seat.begin_round();
  call();
  seat.end_play();
  EXPECT_EQ(page.say({{"do", "take_back"}, {"id", 3}}).told, json({{"taken", false}}));
}

TEST_F(TrainingTest, HintsComeForEveryQuestion) {
  std::set<std::string> hinted;
  Evening evening(file_, 13, &library_);
  json asked = asked_after(evening.page(), 0);
  while (!hinted.contains("turn")) {
    evening.page().say({{"do", "hint"}, {"id", id_of(asked)}});
    const json told = asked_after(evening.page(), 0).at("coach").at("hint");
    EXPECT_EQ(told.at("id"), id_of(asked));
    if (!told.at("moves").empty()) hinted.insert(asked.at("question").at("ask"));
    evening.page().answer(first_answer(asked));
    asked = asked_after(evening.page(), id_of(asked));
  }
  EXPECT_EQ(hinted, std::set<std::string>({"grand_tichu", "push", "tichu", "turn"}));
}

TEST(Sitting, IsReadAsItWasWrittenAndMarksWhoIsCoached) {
  arena::TournamentConfig config;
  config.name = "sit";
  const arena::BotSpec bot = bundled_bot("sampler");
  const PerSeat<arena::BotSpec> alone{arena::person_named("Anna"), bot, bot, bot};
  const auto coached = arena::make_sitting(config, alone, true);
  ASSERT_TRUE(coached);
  using Options = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(coached->at(Seat(0)).options, (Options{{"coach", "yes"}}));
  EXPECT_EQ(arena::make_sitting(config, alone, false)->at(Seat(0)).options, Options());
  const auto people = arena::make_sitting(config, {alone[Seat(0)], bot, arena::person_named("Ben"), bot}, false);
  ASSERT_TRUE(people);
  const arena::TemporaryFolder folder;
  write_sitting(*people, folder.path());
  const auto read = arena::read_sitting(folder.path());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->people(), (std::vector{Seat(0), Seat(2)}));
  EXPECT_EQ(read->tokens, people->tokens);
  EXPECT_NE(read->tokens[Seat(0)], read->tokens[Seat(2)]);
  EXPECT_EQ(read->tokens[Seat(1)], "");
}

TEST(MistakeCauses, AreReadFromTheCards) {
  Observation seen;
  seen.stage = Stage::Play;
  seen.hand = *parse_cards("7j 7s 7p 7t 9j 9s");
  Answer pair;
  pair.action = Action::play_cards(*parse_combination("7j 7s"));
  Answer nines;
  nines.action = Action::play_cards(*parse_combination("9j 9s"));
  arena::SeenDecision lead = arena::decisions_of(Question::Turn, pair, seen).back();
  using Causes = std::vector<arena::MistakeCause>;
  EXPECT_EQ(arena::causes_of(lead, nines, seen), Causes{arena::MistakeCause::BombBroken});
  EXPECT_EQ(arena::causes_of(lead, pair, seen), Causes{});
  seen.table = *parse_combination("5j 5s");
  seen.table_owner = Side::Partner;
  seen.calls[Side::Partner] = Call::Tichu;
  Answer pass;
  pass.action = Action::pass();
  const arena::SeenDecision follow = arena::decisions_of(Question::Turn, nines, seen).back();
  EXPECT_EQ(arena::causes_of(follow, pass, seen), Causes{arena::MistakeCause::PartnersTrick});
  EXPECT_EQ(arena::causes_of(follow, nines, seen), Causes{});
  seen.table_owner = Side::Left;
  const arena::SeenDecision passing = arena::decisions_of(Question::Turn, pass, seen).back();
  seen.out_count = 1;
  seen.calls[Side::Left] = Call::Tichu;
  EXPECT_EQ(arena::causes_of(passing, nines, seen), Causes{}) << "no call is open once somebody is out";
  seen.out_count = 0;
  seen.calls[Side::Left] = Call::None;
  EXPECT_EQ(arena::causes_of(passing, nines, seen), Causes{}) << "the partner has called, not the opponent";
  seen.calls[Side::Left] = Call::GrandTichu;
  EXPECT_EQ(arena::causes_of(passing, nines, seen), Causes{arena::MistakeCause::OpponentsTrick});
  seen.table = {};
  seen.hand = *parse_cards("Dog 9j 9s");
  Answer dog;
  dog.action = Action::play_cards(*parse_combination("Dog"));
  const arena::SeenDecision giving = arena::decisions_of(Question::Turn, dog, seen).back();
  EXPECT_EQ(arena::causes_of(giving, nines, seen), Causes{arena::MistakeCause::LeadGiven});
  EXPECT_EQ(arena::causes_of(giving, dog, seen), Causes{});
}

}  // namespace
}  // namespace tichu::tests
