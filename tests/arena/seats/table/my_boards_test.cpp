#include "arena/seats/table/my_boards.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arena/analysis/analysis_json.h"
#include "arena/hosting/match/table.h"
#include "arena/record/json_record.h"
#include "arena/seats/table/answer_journal.h"
#include "arena/seats/table/house.h"
#include "arena/seats/table/own_figures.h"
#include "arena/seats/table/practice.h"
#include "arena/seats/table/sitting.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/store/tournament_store.h"
#include "engine/combination.h"
#include "engine/deal.h"
#include "engine/notation.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/hosting/match/function_player.h"
#include "tests/arena/hosting/match/random_answers.h"
#include "tests/arena/seats/table/evening.h"
#include "tests/arena/temporary_folder.h"

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
  // Of one degree of freedom.
  EXPECT_NEAR(figures.against_house.t95, 12.7062047, 1e-7);
}

TEST(OwnFigures, TellWhoIsStrongerByStudentsIntervalFromTenRoundsOn) {
  const auto compared = [](int rounds, int spread) {
    std::vector<arena::OwnRound> played;
    for (int i = 0; i < rounds; ++i) played.push_back({ended(40 + (i % 2 == 0 ? spread : -spread)), ended(0), {}});
    return own_figures({table_of(std::move(played))}).against_house;
  };
  EXPECT_FALSE(compared(9, 1).clear);
  EXPECT_TRUE(compared(10, 1).clear);
  // The error is a third of the spread, 19: 40 is beyond 1.96 errors, but not beyond 2.262.
  EXPECT_GT(40, 1.96 * *compared(10, 57).difference.error);
  EXPECT_FALSE(compared(10, 57).clear);
  EXPECT_NEAR(compared(10, 57).t95, 2.2621572, 1e-7);
  EXPECT_EQ(compared(1, 0).t95, 0);
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
  EXPECT_NEAR(figures.stretches[1].t95, 2.2621572, 1e-7);
  EXPECT_NEAR(figures.losses_t95, 2.0930241, 1e-7);
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

arena::RoundOutcome random_round() {
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
  return arena::play_round(setup);
}

/// The same round with two cards in each other's place.
arena::Record exchanged(arena::Record record, Card one, Card other) {
  const auto exchange = [&](Card& card) { card = card == one ? other : card == other ? one : card; };
  for (const Seat seat : AllSeats) std::ranges::for_each(record.deal.cards[seat], exchange);
  for (RecordedAction& each : record.actions) {
    std::ranges::for_each(each.action.push.cards, exchange);
    CardSet played = each.action.play.cards;
    const CardSet both{one, other};
    if (!played.intersects(both) || played.contains_all(both)) continue;
    played = (played | both) - (played & both);
    each.action.play.cards = played;
    const Readings read = readings(played);
    if (read.count == 1 && !played.contains(Card::phoenix())) each.action.play = read.options[0];
  }
  return record;
}

/// The cards that seat 0 has seen after so many actions.
CardSet seen_cards(const arena::Record& record, std::size_t after) {
  CardSet seen = record.deal.hand(Seat(0));
  for (std::size_t i = 0; i < after; ++i) {
    const RecordedAction& each = record.actions[i];
    if (each.action.kind == ActionKind::Play) seen |= each.action.play.cards;
  }
  for (const RecordedAction& each : record.actions) {
    if (each.action.kind != ActionKind::Push || each.seat == Seat(0)) continue;
    for (const Side side : {Side::Right, Side::Partner, Side::Left}) {
      if (each.seat.at(side) == Seat(0)) seen.insert(each.action.push.to(side));
    }
  }
  return seen;
}

class PracticeTest : public testing::Test {
 protected:
  PracticeTest() {
    record_ = random_round().record;
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
  std::size_t exchanges = 0;
  for (const arena::AnalysedDecision& decision : analysis_.decisions) {
    if (decision.seat != Seat(0)) continue;
    const std::string snapshot = *practice_snapshot(record_, place_of(decision));
    const CardSet hidden = CardSet::deck() - seen_cards(record_, decision.after);
    for (const Card one : hidden) {
      const auto holds_one = [&](Seat seat) { return record_.deal.hand(seat).contains(one); };
      const Seat holder = *std::ranges::find_if(AllSeats, holds_one);
      std::optional<std::string> same;
      // Most exchanges leave a round that breaks the rules later on.
      for (const Card other : hidden - record_.deal.hand(holder)) {
        same = practice_snapshot(exchanged(record_, one, other), place_of(decision));
        if (same) break;
      }
      if (!same) continue;
      ASSERT_EQ(*same, snapshot) << to_text(one) << " before " << decision.move;
      ++exchanges;
    }
  }
  EXPECT_GT(exchanges, 100u);
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

/// A table at which one round was played, in a folder of results.
class OwnTablesTest : public testing::Test {
 protected:
  OwnTablesTest() {
    const auto sitting = seated("Anna");
    arena::BoardOutcome board;
    arena::RoundOutcome round = random_round();
    analysis_ = lost(3, arena::Mark::None);
    analysis_.job = arena::JobNumber(0);
    write_house(round.record);
    board.tables.push_back({arena::SeatingNumber(0), sitting.seats, {std::move(round)}});
    const arena::Job job{arena::JobNumber(0), arena::BoardNumber(0), sitting.entrants()};
    const std::vector jobs{arena::finish_job(sitting.config, job, std::move(board))};
    arena::TournamentStore::create_whole(folder(), sitting.config, "test", [&](arena::TournamentStore& store) {
      store.add(jobs);
    }).finish();
  }

  std::filesystem::path folder() const { return results_.path() / "evening"; }
  arena::Sitting seated(const std::string& person) const {
    arena::TournamentConfig config;
    config.name = "evening";
    config.boards = 1;
    const arena::BotSpec bot = bundled_bot("sampler");
    arena::Sitting sitting = *arena::make_sitting(config, {arena::person_named(person), bot, bot, bot}, false);
    std::filesystem::create_directories(folder());
    write_sitting(sitting, folder());
    return sitting;
  }
  void write_house(const arena::Record& record) const {
    arena::write_whole_file(folder() / arena::HouseFileName, arena::write_json_record(record) + "\n");
  }
  const arena::OwnTable& read() {
    const std::vector<arena::OwnTable>& all = tables_.read();
    EXPECT_EQ(all.size(), 1u);
    return all.front();
  }

  arena::TemporaryFolder results_;
  arena::OwnTables tables_{results_.path()};
  arena::RoundAnalysis analysis_;
};

constexpr const char* Header = R"({"format":"tichu-analysis/1","seed":1})";
constexpr const char* OtherHeader = R"({"format":"tichu-analysis/1","seed":2})";

TEST_F(OwnTablesTest, ReadAgainWhatHasChangedAlone) {
  EXPECT_TRUE(read().rounds.at(0).house);
  EXPECT_EQ(read().names[0], "Anna");
  seated("Berta");
  EXPECT_EQ(read().names[0], "Anna");
  ASSERT_TRUE(keep_own_analysis(folder(), Header, analysis_));
  EXPECT_TRUE(read().rounds.at(0).analysis);
  EXPECT_EQ(read().names[0], "Berta");
  std::filesystem::remove(folder() / arena::OwnAnalysisFile);
  EXPECT_FALSE(read().rounds.at(0).analysis);
  std::filesystem::remove(folder() / arena::HouseFileName);
  EXPECT_FALSE(read().rounds.at(0).house);
}

TEST_F(OwnTablesTest, KeepTheirAnalysesBesideThoseOfAnalyse) {
  ASSERT_TRUE(keep_own_analysis(folder(), Header, analysis_));
  auto other = arena::AnalysisStore::open(folder() / arena::AnalysisFile, OtherHeader);
  ASSERT_TRUE(other);
  EXPECT_TRUE(read().rounds.at(0).analysis);
  arena::RoundAnalysis later = analysis_;
  later.decisions.front().verdict->loss = 5;
  other->add(later);
  EXPECT_EQ(read().rounds.at(0).analysis->decisions.front().verdict->loss, 5);
  EXPECT_TRUE(keep_own_analysis(folder(), Header, analysis_));
  EXPECT_FALSE(keep_own_analysis(folder(), OtherHeader, analysis_));
}

TEST_F(OwnTablesTest, LoseNoAnalysisOfSeveralThatKeepThem) {
  constexpr int Writers = 4;
  constexpr int Rounds = 10;
  {
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < Writers; ++writer) {
      writers.emplace_back([&, writer] {
        for (int i = 0; i < Rounds; ++i) {
          arena::RoundAnalysis analysis = analysis_;
          analysis.job = arena::JobNumber(static_cast<std::uint64_t>(Rounds * writer + i));
          EXPECT_TRUE(keep_own_analysis(folder(), Header, analysis));
        }
      });
    }
  }
  EXPECT_EQ(arena::read_own_analyses(folder()).size(), static_cast<std::size_t>(Writers * Rounds));
}

TEST_F(OwnTablesTest, WerePlayedWhenTheLastAnswerCame) {
  const std::int64_t stored = read().played;
  EXPECT_GT(stored, 0);
  const std::filesystem::path journal = folder() / arena::JournalFileName;
  arena::write_whole_file(journal, "");
  const auto day = std::chrono::hours(24);
  std::filesystem::last_write_time(journal, std::filesystem::file_time_type::clock::now() - day);
  EXPECT_LT(read().played, stored - 3600);
}

TEST_F(OwnTablesTest, HaveARecordOfEachRound) {
  const auto found = arena::read_own_record(results_.path(), "evening", arena::JobNumber(0), arena::RoundNumber(0));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->actions, read().rounds.at(0).record.actions);
  EXPECT_FALSE(arena::read_own_record(results_.path(), "evening", arena::JobNumber(0), arena::RoundNumber(1)));
  EXPECT_FALSE(arena::read_own_record(results_.path(), "evening", arena::JobNumber(1), arena::RoundNumber(0)));
  EXPECT_FALSE(arena::read_own_record(results_.path(), "morning", arena::JobNumber(0), arena::RoundNumber(0)));
}

TEST_F(OwnTablesTest, AreAnalysedAgainOnceAnAnalysisIsGone) {
  arena::AnalysisSettings settings;
  settings.simulations = 1;
  settings.luck = {1, 1};
  const auto own = arena::MyBoards::make(results_.path(), settings);
  ASSERT_TRUE(own);
  const auto wait_for_analysis = [&] {
    json told = json::parse((*own)->figures()).at("analysis");
    while (told.at("analysed") == 0 && told.at("problem") == "") {
      ASSERT_EQ(told.at("waiting"), 1) << told;
      std::this_thread::yield();
      told = json::parse((*own)->figures()).at("analysis");
    }
    EXPECT_EQ(told.at("problem"), "");
    EXPECT_EQ(told.at("waiting"), 0);
  };
  wait_for_analysis();
  std::filesystem::remove(folder() / arena::OwnAnalysisFile);
  wait_for_analysis();
  EXPECT_FALSE(std::filesystem::exists(folder() / arena::AnalysisFile));
}

}  // namespace
}  // namespace tichu::tests
