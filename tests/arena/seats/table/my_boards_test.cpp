#include "arena/seats/table/my_boards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/analysis/analysis_json.h"
#include "arena/hosting/match/table.h"
#include "arena/seats/table/own_figures.h"
#include "arena/seats/table/practice.h"
#include "engine/deal.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/hosting/match/function_player.h"
#include "tests/arena/hosting/match/random_answers.h"
#include "tests/arena/seats/table/evening.h"

namespace tichu::tests {
namespace {

using arena::own_figures;
using nlohmann::json;

/// A round that ended by so many points for seats 0 and 2, in which seat 0 called Tichu or did not.
arena::Record ended(int margin, bool calls = false, Seat first_out = Seat(1)) {
  arena::Record record;
  record.result.emplace();
  record.result->score = PerTeam<Points>{Points(margin), Points(0)};
  record.result->out = std::vector{first_out};
  if (calls) record.actions.push_back({Seat(0), Action::call_tichu()});
  return record;
}

arena::OwnTable table_of(std::vector<arena::OwnRound> rounds) {
  arena::OwnTable table;
  table.name = "evening";
  table.rounds = std::move(rounds);
  return table;
}

TEST(OwnFigures, CompareTheSameCardsWithTheHouse) {
  const arena::OwnTable table =
      table_of({{ended(100), ended(60), {}}, {ended(-40), ended(-100), {}}, {ended(300), {}, {}}});
  const arena::OwnFigures figures = own_figures({table});
  EXPECT_EQ(figures.rounds, 3u);
  EXPECT_EQ(figures.against_house.rounds, 2u);
  EXPECT_EQ(figures.against_house.own.mean, 30);
  EXPECT_EQ(figures.against_house.house.mean, -20);
  EXPECT_EQ(figures.against_house.difference.mean, 50);
  // Of 40 and 60: the standard deviation is the root of 200, of the mean the root of 100.
  EXPECT_DOUBLE_EQ(*figures.against_house.difference.error, 10);
}

TEST(OwnFigures, HaveNoErrorOfASingleRound) {
  const auto house = own_figures({table_of({{ended(100), ended(60), {}}})}).against_house;
  EXPECT_EQ(house.difference.mean, 40);
  EXPECT_EQ(house.difference.error, std::nullopt);
}

TEST(OwnFigures, LeaveOutWhatWasCoachedAndCompany) {
  arena::OwnTable coached = table_of({{ended(100), ended(0), {}}});
  coached.is_coached = true;
  arena::OwnTable company = table_of({{ended(100), {}, {}}});
  company.people = 2;
  const arena::OwnFigures figures = own_figures({coached, company});
  EXPECT_EQ(figures.rounds, 0u);
  EXPECT_EQ(figures.against_house.rounds, 0u);
  EXPECT_EQ(figures.tichu.called.of, 0u);
}

TEST(OwnFigures, CountCallsMadeAndFailed) {
  const arena::OwnTable table = table_of({{ended(0, true, Seat(0)), ended(0, true, Seat(2)), {}},
                                          {ended(0, true, Seat(3)), ended(0), {}},
                                          {ended(0, false, Seat(0)), {}, {}}});
  const arena::OwnFigures figures = own_figures({table});
  EXPECT_EQ(figures.tichu.called.count, 2u);
  EXPECT_EQ(figures.tichu.called.of, 3u);
  EXPECT_EQ(figures.tichu.made.count, 1u);
  EXPECT_EQ(figures.tichu.made.of, 2u);
  EXPECT_EQ(figures.house_tichu.called.count, 1u);
  EXPECT_EQ(figures.house_tichu.called.of, 2u);
  EXPECT_EQ(figures.house_tichu.made.count, 0u);
  EXPECT_EQ(figures.grand_tichu.called.count, 0u);
}

TEST(CountedShare, HasWilsonsInterval) {
  // 81 of 263: 25.5 % to 36.6 % (Newcombe 1998, table I).
  const arena::CountedShare share = arena::counted_share(81, 263);
  EXPECT_NEAR(share.low, 0.2553, 5e-5);
  EXPECT_NEAR(share.high, 0.3662, 5e-5);
  EXPECT_EQ(arena::counted_share(0, 0).high, 1);
  EXPECT_EQ(arena::counted_share(0, 5).low, 0);
  EXPECT_LT(arena::counted_share(0, 5).high, 0.5);
}

arena::RoundAnalysis lost(double loss, arena::Mark mark) {
  arena::AnalysedDecision decision;
  decision.seat = Seat(0);
  decision.category = arena::DecisionCategory::Lead;
  decision.verdict.emplace();
  decision.verdict->loss = loss;
  decision.verdict->mark = mark;
  arena::RoundAnalysis analysis;
  analysis.job = arena::JobNumber(7);
  analysis.decisions = {decision};
  return analysis;
}

TEST(OwnFigures, TellLossesOverTimeAndWhereTheWorstAre) {
  std::vector<arena::OwnRound> rounds;
  for (int i = 0; i < 20; ++i)
    rounds.push_back({ended(0), {}, lost(i, i == 9 ? arena::Mark::Mistake : arena::Mark::None)});
  const arena::OwnFigures figures = own_figures({table_of(std::move(rounds))});
  EXPECT_EQ(figures.analysed, 20u);
  ASSERT_EQ(figures.stretches.size(), 2u);
  EXPECT_EQ(figures.stretches[0].first, 1u);
  EXPECT_EQ(figures.stretches[1].last, 20u);
  EXPECT_DOUBLE_EQ(figures.stretches[0].losses.all.per_round.mean, 4.5);
  EXPECT_DOUBLE_EQ(figures.stretches[1].losses.all.per_round.mean, 14.5);
  ASSERT_TRUE(figures.losses);
  EXPECT_DOUBLE_EQ(figures.losses->all.per_round.mean, 9.5);
  EXPECT_TRUE(figures.losses->all.per_round.error);
  ASSERT_EQ(figures.worst.size(), 1u);
  EXPECT_EQ(figures.worst[0].table, "evening");
  EXPECT_EQ(figures.worst[0].numbers.job, arena::JobNumber(7));
  EXPECT_EQ(figures.worst[0].decision.verdict->loss, 9);
}

arena::AnalysisSettings few_playouts() {
  arena::AnalysisSettings settings;
  settings.simulations = 100;
  settings.luck = {1, 1};
  return settings;
}

class PracticeTest : public testing::Test {
 protected:
  PracticeTest() {
    PerSeat<std::unique_ptr<FunctionPlayer>> players;
    const Deal cards = deal(17, 3);
    arena::RoundSetup setup{cards, 3, {}, {}};
    for (const Seat seat : AllSeats) {
      auto answers = std::make_shared<RandomAnswers>(static_cast<std::uint64_t>(seat.number()));
      players[seat] = std::make_unique<FunctionPlayer>([answers](Question question, const Observation& seen) {
        return FunctionPlayer::Said(answers->answer(question, seen));
      });
      setup.players[seat] = players[seat].get();
    }
    record_ = arena::play_round(setup).record;
    record_.job = arena::JobNumber(5);
    arena::PluginAnalyst analyst(library_, Rules());
    analysis_ = *arena::analyse_round(
        record_, few_playouts(), [](Seat seat) { return seat == Seat(0); }, analyst);
  }

  static arena::DecisionPlace place_of(const arena::AnalysedDecision& decision) {
    return {decision.after, decision.category};
  }
  json say(const arena::DecisionPlace& place, const json& command, unsigned status = 200) const {
    const arena::HttpResponse answer = practise(record_, place, command.dump(), library_, few_playouts());
    EXPECT_EQ(answer.status, status) << *answer.body;
    return json::parse(*answer.body);
  }

  const arena::AnalystLibrary library_ = *arena::AnalystLibrary::load(bundled_bot("sampler"));
  arena::Record record_;
  arena::RoundAnalysis analysis_;
};

TEST_F(PracticeTest, ShowsEachPositionAndJudgesWhatIsDoneAsAnalyseDid) {
  std::size_t same = 0;
  for (const arena::AnalysedDecision& decision : analysis_.decisions) {
    if (decision.seat != Seat(0)) continue;
    const auto text = practice_snapshot(record_, place_of(decision));
    ASSERT_TRUE(text);
    const json snapshot = json::parse(*text);
    const json answer = first_answer(snapshot);
    EXPECT_EQ(say(place_of(decision), {{"do", "judge"}, {"answer", answer}}).at("legal"), true);
    const json told = say(place_of(decision), {{"do", "answer"}, {"answer", answer}}).at("told");
    if (told.is_null() || told.at("move") != decision.move) continue;
    EXPECT_EQ(told.at("verdict"), json::parse(arena::write_verdict_json(*decision.verdict)));
    ++same;
  }
  EXPECT_GT(same, 2u);
}

TEST_F(PracticeTest, TellsNothingOfOthersCards) {
  const arena::AnalysedDecision& decision = analysis_.decisions.front();
  ASSERT_EQ(decision.seat, Seat(0));
  const std::string before = *practice_snapshot(record_, place_of(decision));
  const json seen = json::parse(before).at("seen");
  for (const json& event : seen.at("events")) EXPECT_FALSE(event.at("who") != "me" && event.contains("cards")) << event;
}

TEST_F(PracticeTest, RefusesWhatIsNoAnswer) {
  const auto pushed = std::ranges::find_if(analysis_.decisions, [](const arena::AnalysedDecision& each) {
    return each.seat == Seat(0) && each.category == arena::DecisionCategory::Push;
  });
  ASSERT_NE(pushed, analysis_.decisions.end());
  const arena::DecisionPlace push = place_of(*pushed);
  const json card = {{"do", "answer"}, {"answer", {{"id", 1}, {"push", {"Drg", "Phx", "Dog"}}}}};
  EXPECT_FALSE(say(push, card, 422).at("clause").get<std::string>().empty());
  say(push, {{"do", "next"}}, 400);
  say(push, {{"do", "answer"}}, 400);
  say({9999, arena::DecisionCategory::Push}, card, 404);
  EXPECT_EQ(practice_snapshot(record_, {9999, arena::DecisionCategory::Push}), std::nullopt);
}

}  // namespace
}  // namespace tichu::tests
