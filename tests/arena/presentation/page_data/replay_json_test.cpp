#include "arena/presentation/page_data/replay_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "arena/analysis/decision_walk.h"
#include "arena/analysis/round_analysis.h"
#include "arena/record/json_record.h"
#include "engine/notation.h"
#include "tests/arena/record/random_record.h"

namespace tichu::arena {
namespace {

using Json = nlohmann::json;

Json replay_of(const Record& record) { return Json::parse(replay_json(record)); }

/// The words of a text.
std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

/// Moves cards as the steps say; fails where a seat plays or pushes what it does not hold.
class Hands {
 public:
  void take(const Json& step) {
    if (step["do"] == "deal") {
      for (std::size_t seat = 0; seat < 4; ++seat) {
        for (const std::string& card : words(step["cards"][seat])) hands_[seat].insert(card);
      }
    } else if (step["do"] == "push") {
      push(step["cards"]);
    } else if (step["do"] == "play") {
      for (const std::string& card : words(step["cards"])) {
        EXPECT_EQ(hands_[step["seat"].get<std::size_t>()].erase(card), 1u) << step;
      }
    }
  }
  std::size_t cards() const { return hands_[0].size() + hands_[1].size() + hands_[2].size() + hands_[3].size(); }

 private:
  void push(const Json& pushes) {
    std::array<std::set<std::string>, 4> gained;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      for (std::size_t side = 0; side < 3; ++side) {
        EXPECT_EQ(hands_[seat].erase(pushes[seat][side]), 1u);
        gained[(seat + side + 1) % 4].insert(pushes[seat][side].get<std::string>());
      }
    }
    for (std::size_t seat = 0; seat < 4; ++seat) hands_[seat].merge(gained[seat]);
  }

  std::array<std::set<std::string>, 4> hands_;
};

TEST(ReplayJson, AFaultStandsWithWhatTheSubstituteDidFirst) {
  Record record = random_record(3, 3);
  const std::size_t after = record.actions.size() / 2;
  const Seat seat = record.actions[after + 2].seat;
  record.faults = {{seat, "timeout", "no answer", after},
                   {seat.at(Side::Left), "crash", "late", record.actions.size()}};
  const Json steps = replay_of(record)["steps"];
  std::vector<Json> told;
  for (const Json& step : steps) {
    if (!step.contains("faults")) continue;
    for (const Json& fault : step["faults"]) told.push_back(fault);
    if (told.size() == 1) {
      EXPECT_EQ(step["seat"], seat.number());
    }
  }
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0], (Json{{"seat", seat.number()}, {"kind", "timeout"}, {"text", "no answer"}}));
  EXPECT_EQ(told[1]["kind"], "crash");
}

TEST(ReplayJson, StepsMoveTheCardsThatAreThereAndEndWithTheResult) {
  for (std::uint64_t index = 0; index < 50; ++index) {
    const Record record = random_record(3, index);
    const Json replay = replay_of(record);
    Hands hands;
    std::size_t most = 0;
    for (const Json& step : replay["steps"]) {
      hands.take(step);
      most = std::max(most, hands.cards());
    }
    EXPECT_EQ(most, 56u);
    const Json& end = replay["steps"].back();
    EXPECT_EQ(end["do"], "end");
    EXPECT_EQ(end["score"][0], (*record.result->score)[Team::A].value());
    EXPECT_EQ(end["score"][1], (*record.result->score)[Team::B].value());
    EXPECT_EQ(end["score"], replay["score"]);
  }
}

/// All remarks of the steps, with the step that each stands at.
std::vector<std::pair<Json, Json>> remarks_of(const Json& replay) {
  std::vector<std::pair<Json, Json>> all;
  for (const Json& step : replay["steps"]) {
    for (const Json& remark : step.value("remarks", Json::array())) all.emplace_back(remark, step);
  }
  return all;
}

Question question_of(const Action& action) {
  switch (action.kind) {
    case ActionKind::CallGrandTichu:
      return Question::GrandTichu;
    case ActionKind::CallTichu:
      return Question::Tichu;
    case ActionKind::Push:
      return Question::Push;
    case ActionKind::GiveDragon:
      return Question::GiveDragon;
    default:
      return Question::Turn;
  }
}

TEST(ReplayJson, ARemarkStandsAtTheStepOfItsDecision) {
  for (std::uint64_t index = 0; index < 20; ++index) {
    Record record = random_record(3, index);
    for (std::size_t i = 0; i < record.actions.size(); ++i) {
      const RecordedAction& done = record.actions[i];
      record.remarks.push_back({done.seat, question_of(done.action), i, {std::to_string(i), 1.5, {{"pass", 0.25}}}});
    }
    const auto remarks = remarks_of(replay_of(record));
    ASSERT_EQ(remarks.size(), record.actions.size());
    for (const auto& [remark, step] : remarks) {
      EXPECT_FALSE(remark.contains("declined")) << remark;
      EXPECT_EQ(remark["value"], 1.5);
      EXPECT_EQ(remark["probabilities"], Json::parse(R"([["pass", 0.25]])"));
      const RecordedAction& done = record.actions[std::stoul(remark["note"].get<std::string>())];
      EXPECT_EQ(remark["seat"], done.seat.number());
      if (step["do"] == "push") continue;
      EXPECT_EQ(step["seat"], remark["seat"]) << step;
    }
  }
}

TEST(ReplayJson, NoRemarkIsLostWhereverTheRoundBreaksOff) {
  Record record = random_record(3, 2);
  record.result.reset();
  std::vector<RecordedAction> actions = std::move(record.actions);
  record.actions.clear();
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const RecordedAction& done = record.actions.emplace_back(actions[i]);
    record.remarks.push_back({done.seat, question_of(done.action), i, {std::to_string(i), {}, {}}});
    EXPECT_EQ(remarks_of(replay_of(record)).size(), i + 1);
  }
}

TEST(ReplayJson, WhatIsSaidOfNotCallingStandsWhereItWasNotDone) {
  Record record = random_record(3, 1);
  std::erase_if(record.actions, [](const RecordedAction& done) {
    return done.action.kind == ActionKind::CallGrandTichu || done.action.kind == ActionKind::CallTichu;
  });
  record.result.reset();
  record.remarks = {{Seat(1), Question::GrandTichu, 0, {"a", {}, {}}},
                    {Seat(1), Question::Tichu, 0, {"b", {}, {}}},
                    {Seat(1), Question::Tichu, 4, {"c", {}, {}}},
                    {Seat(3), Question::Bomb, 5, {"d", {}, {}}}};
  const Json steps = replay_of(record)["steps"];
  EXPECT_EQ(steps[0]["remarks"], Json::parse(R"([{"seat": 1, "declined": "grand_tichu", "note": "a"}])"));
  EXPECT_EQ(steps[1]["do"], "deal");
  EXPECT_EQ(steps[1]["remarks"], Json::parse(R"([{"seat": 1, "declined": "tichu", "note": "b"}])"));
  EXPECT_EQ(steps[2]["do"], "push");
  EXPECT_EQ(steps[2]["remarks"], Json::parse(R"([{"seat": 1, "declined": "tichu", "note": "c"}])"));
  EXPECT_EQ(steps[3]["do"], "play");
  EXPECT_EQ(steps[3]["remarks"], Json::parse(R"([{"seat": 3, "declined": "bomb", "note": "d"}])"));
}

// RULES 6.4
TEST(ReplayJson, WhoBombedOutOfTurnWasNamedAsOneWhoMayBomb) {
  int bombs = 0;
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Json steps = replay_of(random_record(4, index))["steps"];
    for (std::size_t i = 1; i < steps.size(); ++i) {
      if (!steps[i].value("out_of_turn", false) || !steps[i - 1].contains("next")) continue;
      ++bombs;
      const Json may_bomb = steps[i - 1].value("bombs", Json::array());
      EXPECT_NE(std::find(may_bomb.begin(), may_bomb.end(), steps[i]["seat"]), may_bomb.end()) << steps[i - 1];
    }
  }
  EXPECT_GT(bombs, 10);
}

// RULES 6.2
TEST(ReplayJson, WhoPlaysNextWasAwaited) {
  const Json steps = replay_of(random_record(5, 1))["steps"];
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const bool in_turn =
        steps[i]["do"] == "pass" || (steps[i]["do"] == "play" && !steps[i].value("out_of_turn", false));
    if (!in_turn || !steps[i - 1].contains("next")) continue;
    EXPECT_EQ(steps[i - 1]["next"], Json::array({steps[i]["seat"]})) << i;
  }
}

TEST(ReplayJson, AFailedRoundEndsWithItsFault) {
  Record record = random_record(6, 0);
  record.actions.resize(record.actions.size() / 2);
  record.result.reset();
  record.failure = RecordFailure{Seat(2), "timeout", "no answer </script>"};
  const Json replay = replay_of(record);
  EXPECT_EQ(replay["steps"].back(),
            (Json{{"do", "fault"}, {"seat", 2}, {"kind", "timeout"}, {"text", "no answer </script>"}}));
}

TEST(ReplayJson, ARecordThatBreaksTheRulesIsRefusedWithItsClause) {
  Record record = random_record(7, 0);
  record.actions.erase(record.actions.begin() + static_cast<std::ptrdiff_t>(record.actions.size()) - 3);
  EXPECT_THROW(replay_json(record), std::runtime_error);
}

/// All decisions of a record, as an analysis without judgements has them.
RoundAnalysis analysis_of(const Record& record) {
  RoundAnalysis analysis;
  const auto ended = walk_decisions(record, [&](const Decision& decision, const Observation&) {
    AnalysedDecision analysed;
    analysed.seat = decision.seat;
    analysed.category = decision.category;
    analysed.after = decision.after;
    analysed.move = move_text(decision.question, decision.category, decision.played);
    analysis.decisions.push_back(analysed);
  });
  EXPECT_TRUE(ended);
  return analysis;
}

/// What a step does that such a decision led to; empty if it may be anything.
std::string step_of(const std::string& category, const std::string& move) {
  if (category == "push") return "push";
  if (category == "dragon") return "give_dragon";
  if (move == "Tichu") return "tichu";
  if (move == "Grand Tichu") return "grand_tichu";
  return move == "pass" ? "pass" : "";
}

TEST(ReplayJson, DecisionsOfAnAnalysisStandAtTheStepsThatTheyLedTo) {
  int played = 0;
  for (std::uint64_t index = 0; index < 40; ++index) {
    const Record record = random_record(47, index);
    const RoundAnalysis analysis = analysis_of(record);
    const Json replay = Json::parse(replay_json(record, &analysis));
    ASSERT_EQ(replay["analysis"]["decisions"].size(), analysis.decisions.size());
    for (const Json& decision : replay["analysis"]["decisions"]) {
      const Json& step = replay["steps"].at(decision["step"].get<std::size_t>());
      const std::string move = decision["move"];
      const std::string category = decision["matter"];
      const std::string done = step_of(category, move);
      if (!done.empty()) {
        ASSERT_EQ(step["do"], done) << index;
      }
      if (category != "lead" && category != "follow" && category != "wish") continue;
      ++played;
      ASSERT_EQ(step["do"], "play") << index;
      ASSERT_EQ(step["seat"], decision["seat"]);
      if (category != "wish") {
        ASSERT_EQ(step["cards"], move.substr(0, move.find_first_of("=>")));  // without what the Phoenix stands for
      }
    }
  }
  EXPECT_GT(played, 400);
}

}  // namespace
}  // namespace tichu::arena
