#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "arena/analysis/analysis_json.h"
#include "arena/analysis/analysis_store.h"
#include "arena/analysis/analysis_summary.h"
#include "engine/random.h"
#include "tests/arena/temporary_folder.h"

namespace tichu::arena {
namespace {

AnalysedDecision decision_of(Seat seat, DecisionCategory category, double loss, Mark mark) {
  AnalysedDecision decision;
  decision.seat = seat;
  decision.category = category;
  decision.phase = Phase::Middle;
  decision.situations.insert(Situation::OwnCall);
  decision.after = 12;
  decision.move = "7j 7s";
  decision.expected = -31.25;
  decision.skill = 1.5;
  decision.guess = -2.5;
  DecisionVerdict verdict;
  verdict.value = 20.5;
  verdict.loss = loss;
  verdict.error = 3.25;
  verdict.better = 0.875;
  verdict.worlds = 400;
  verdict.best = "pass";
  verdict.others = {{"pass", 17.5, 4}};
  verdict.mark = mark;
  decision.verdict = verdict;
  return decision;
}

/// A round in which "new" sits in team A and "old" in team B.
RoundAnalysis round_of(int job, double lost) {
  RoundAnalysis round;
  round.job = JobNumber(job);
  round.board = BoardNumber(job);
  round.bots = {"new", "old", "new", "old"};
  round.margin = 100;
  round.cards = 30;
  round.skill = 50;
  round.guess = 20;
  round.decisions = {decision_of(Seat(0), DecisionCategory::Push, lost, Mark::Mistake),
                     decision_of(Seat(1), DecisionCategory::Lead, 0, Mark::None),
                     decision_of(Seat(2), DecisionCategory::Lead, 2, Mark::None)};
  return round;
}

TEST(AnalysisJson, ReadsWhatItWrote) {
  const RoundAnalysis round = round_of(3, 17);
  const auto read = read_round_json(write_round_json(round));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, round);
}

TEST(AnalysisJson, RefusesOtherText) {
  const std::string good = write_round_json(round_of(3, 17));
  EXPECT_FALSE(read_round_json(""));
  EXPECT_FALSE(read_round_json("{}"));
  EXPECT_FALSE(read_round_json(good.substr(0, good.size() - 2)));
  std::string other = good;
  other.replace(other.find("\"push\""), 6, "\"shove\"");
  EXPECT_FALSE(read_round_json(other));
}

TEST(AnalysisStore, GoesOnAfterAKillInTheMiddleOfALine) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "analysis.jsonl";
  const std::string header = R"({"format":"tichu-analysis/1","seed":1})";
  {
    auto store = AnalysisStore::open(path, header);
    ASSERT_TRUE(store);
    store->add(round_of(2, 17));
    store->add(round_of(0, 17));
  }
  std::ofstream(path, std::ios::app) << write_round_json(round_of(1, 17)).substr(0, 100);
  auto store = AnalysisStore::open(path, header);
  ASSERT_TRUE(store);
  EXPECT_TRUE(store->has(key_of(round_of(0, 0))));
  EXPECT_FALSE(store->has(key_of(round_of(1, 0))));
  store->add(round_of(1, 17));
  const std::vector<RoundAnalysis> rounds = store->rounds();
  ASSERT_EQ(rounds.size(), 3u);
  for (int job = 0; job < 3; ++job) EXPECT_EQ(rounds[static_cast<std::size_t>(job)], round_of(job, 17));
}

TEST(AnalysisStore, TakesNoFileThatIsSomethingElseOrWasMadeOtherwise) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "analysis.jsonl";
  std::ofstream(path) << "my notes\n";
  EXPECT_FALSE(AnalysisStore::open(path, R"({"format":"tichu-analysis/1","seed":1})"));
  std::ofstream(path) << R"({"format":"tichu-analysis/1","seed":2})"
                      << "\n";
  const auto opened = AnalysisStore::open(path, R"({"format":"tichu-analysis/1","seed":1})");
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().find("done otherwise"), std::string::npos);
}

TEST(AnalysisSummary, SumsUpByBotAndKind) {
  const std::vector<RoundAnalysis> rounds{round_of(0, 10), round_of(1, 30)};
  const std::vector<BotSummary> bots = summarise(rounds, 5);
  ASSERT_EQ(bots.size(), 2u);
  const BotSummary& bot = bots.front();
  EXPECT_EQ(bot.bot, "new");
  EXPECT_EQ(bot.team_rounds, 2u);
  EXPECT_EQ(bot.all.decisions, 4u);
  EXPECT_DOUBLE_EQ(bot.all.per_round.mean, 22);
  EXPECT_DOUBLE_EQ(bot.all.per_decision.mean, 11);
  const LossFigures& pushes = bot.categories[static_cast<std::size_t>(DecisionCategory::Push)];
  EXPECT_DOUBLE_EQ(pushes.per_round.mean, 20);
  EXPECT_DOUBLE_EQ(pushes.per_round.error.value(), 10);  // two boards, 10 and 30
  EXPECT_EQ(pushes.marks[static_cast<std::size_t>(Mark::Mistake)], 2u);
  EXPECT_DOUBLE_EQ(bot.parts.score.mean, 100);
  EXPECT_DOUBLE_EQ(bots.back().parts.skill.mean, -50);
  ASSERT_EQ(bot.worst.size(), 2u);
  EXPECT_EQ(bot.worst.front().job, JobNumber(1));
}

TEST(AnalysisSummary, TakesOutOfTheScoreWhatLuckExplainsOfIt) {
  Random random(5);
  const auto drawn = [&](double most) { return most * (static_cast<double>(random.below(2001)) / 1000 - 1); };
  std::vector<RoundAnalysis> rounds;
  for (int job = 0; job < 400; ++job) {
    RoundAnalysis round = round_of(job, 10);
    round.cards = drawn(100);
    round.guess = drawn(100);
    round.margin = 20 + 0.5 * round.cards + 1.5 * round.guess + drawn(50);
    round.skill = round.margin - round.cards - round.guess;
    rounds.push_back(round);
  }
  const std::vector<BotSummary> bots = summarise(rounds, 5);
  const MarginParts& parts = bots.front().parts;
  EXPECT_GT(parts.factor.value(), 5);  // (0.25 + 2.25) 100² + 50² over 50², less what few boards tell of coefficients
  EXPECT_NEAR(parts.without_luck.mean, 20, 5);
  EXPECT_NEAR(parts.without_luck.error.value(), 50 / std::sqrt(3.0 * 400), 0.3);
  EXPECT_NEAR(bots.back().parts.without_luck.mean, -parts.without_luck.mean, 1e-9);
}

}  // namespace
}  // namespace tichu::arena
