#include "arena/analysis/plugin_analyst.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "arena/analysis/analyse_records.h"
#include "arena/analysis/round_analysis.h"
#include "engine/random.h"
#include "sdk/search/determinize.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/record/random_record.h"

namespace tichu::arena {
namespace {

using tests::bundled_bot;

AnalysisSettings cheap() {
  AnalysisSettings settings;
  settings.simulations = 60;
  settings.luck = {4, 2};
  return settings;
}

const SeatChoice Everybody = [](Seat) { return true; };

TEST(AnalystLibrary, SaysWhatIsWrongWithAPlugin) {
  const auto none = AnalystLibrary::load(bundled_bot("greedy"));
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().find("it does not export tichu_analyst_entry"), std::string::npos) << none.error();
  BotSpec stranger = bundled_bot("sampler");
  stranger.trusted = false;
  const auto refused = AnalystLibrary::load(stranger);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("trust"), std::string::npos);
  const auto good = AnalystLibrary::load(bundled_bot("sampler"));
  ASSERT_TRUE(good) << good.error();
  EXPECT_EQ(good->says(), "sampler 1.0");
}

TEST(RoundAnalysis, SumsExactlyAndIsTheSameEveryTime) {
  const auto library = AnalystLibrary::load(bundled_bot("sampler"));
  ASSERT_TRUE(library);
  PluginAnalyst analyst(*library, Rules());
  PluginAnalyst another(*library, Rules());
  for (std::uint64_t index = 0; index < 6; ++index) {
    const Record record = random_record(41, index, presets()[index % presets().size()].rules);
    const auto one = analyse_round(record, cheap(), Everybody, analyst);
    const auto same = analyse_round(record, cheap(), Everybody, another);
    ASSERT_TRUE(one && same);
    ASSERT_EQ(*one, *same);
    ASSERT_EQ(one->cards + one->skill + one->guess, one->margin);
    for (const AnalysedDecision& decision : one->decisions) ASSERT_TRUE(decision.verdict);
  }
}

TEST(RoundAnalysis, JudgesOnlyTheSeatsThatAreAskedAbout) {
  const auto library = AnalystLibrary::load(bundled_bot("sampler"));
  ASSERT_TRUE(library);
  PluginAnalyst analyst(*library, Rules());
  const auto found = analyse_round(
      random_record(42, 0), cheap(), [](Seat seat) { return seat == Seat(2); }, analyst);
  ASSERT_TRUE(found);
  for (const AnalysedDecision& decision : found->decisions) {
    EXPECT_EQ(decision.verdict.has_value(), decision.seat == Seat(2));
  }
}

// The others' cards are exchanged for others that contradict nothing: what the seat is told of its decision stays.
TEST(RoundAnalysis, DependsOnNothingThatTheSeatCouldNotKnow) {
  const auto library = AnalystLibrary::load(bundled_bot("sampler"));
  ASSERT_TRUE(library);
  PluginAnalyst analyst(*library, Rules());
  int exchanged = 0;
  for (std::uint64_t index = 0; index < 4; ++index) {
    ASSERT_TRUE(walk_decisions(random_record(43, index), [&](const Decision& decision, const Observation& seen) {
      if (decision.question != Question::Turn || seen.stage != Stage::Play) return;
      Random random(44, seen.event_count);
      const auto hands = guess_hands(hidden_cards(seen), random);
      if (!hands) return;
      Decision other = decision;
      other.seat = Seat(0);
      other.before = imagine_round(seen, *hands, Question::Turn);
      exchanged += other.before.hand(Seat(1)) == decision.before.hand(decision.seat.at(Side::Right)) ? 0 : 1;
      const auto judged = [&](const Decision& asked) {
        const std::vector<Answer> alternatives = analyst.alternatives(asked, seen, 6);
        JudgementBudget budget;
        budget.simulations = 60;
        return judge(alternatives, budget, 5,
                     [&](std::span<const Answer> compared, std::uint64_t seed, std::span<float> margins) {
                       return analyst.judge(asked, seen, compared, seed, margins);
                     });
      };
      const Judgement one = judged(decision);
      const Judgement same = judged(other);
      ASSERT_EQ(one.alternatives.size(), same.alternatives.size());
      ASSERT_EQ(one.best, same.best);
      ASSERT_EQ(one.loss, same.loss);
    }));
  }
  EXPECT_GT(exchanged, 50);
}

TEST(AnalyseRecords, FindsTheSameOnAnyNumberOfThreadsAndLeavesOutWhatCannotBeAnalysed) {
  const auto library = AnalystLibrary::load(bundled_bot("sampler"));
  ASSERT_TRUE(library);
  const auto analysed = [&](int threads) {
    AnalysisStore store;
    int number = 0;
    int left_out = 0;
    const RecordSource next = [&]() -> std::optional<Record> {
      if (number == 8) return std::nullopt;
      Record record = random_record(45, static_cast<std::uint64_t>(number));
      record.job = JobNumber(number++);
      if (number == 3) record.actions.pop_back();
      return record;
    };
    const AnalysisPlan plan{*library,
                            cheap(),
                            {},
                            threads,
                            [](const AnalysisProgress&) {},
                            [&](const Record&, const std::string&) { ++left_out; },
                            [] { return false; }};
    EXPECT_TRUE(analyse_records(next, plan, store));
    EXPECT_EQ(left_out, 1);
    return store.rounds();
  };
  const std::vector<RoundAnalysis> one = analysed(1);
  EXPECT_EQ(one.size(), 7u);
  EXPECT_EQ(one, analysed(4));
}

TEST(CompareBots, FindsNothingBetweenABotAndItselfAndSomethingBetweenTwo) {
  const auto library = AnalystLibrary::load(bundled_bot("sampler"));
  ASSERT_TRUE(library);
  PluginAnalyst analyst(*library, Rules());
  const Record record = random_record(46, 0);
  const auto alike = compare_round(record, {bundled_bot("steady"), bundled_bot("steady")}, cheap(), Everybody, analyst);
  ASSERT_TRUE(alike) << alike.error();
  EXPECT_TRUE(alike->differences.empty());
  const auto differ =
      compare_round(record, {bundled_bot("steady"), bundled_bot("lowest")}, cheap(), Everybody, analyst);
  ASSERT_TRUE(differ) << differ.error();
  EXPECT_FALSE(differ->differences.empty());
  const ComparisonSummary summary = summarise(std::vector<ComparedRound>{*differ});
  EXPECT_EQ(summary.all.different, differ->differences.size());
  EXPECT_GT(summary.all.asked, summary.all.different);
}

}  // namespace
}  // namespace tichu::arena
