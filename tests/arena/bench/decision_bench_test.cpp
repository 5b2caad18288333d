#include "arena/bench/decision_bench.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tichu::arena {
namespace {

DecisionPlan plan_with(const std::string& plugin) {
  return {.plugin = TICHU_BOTS "/" + plugin, .seed = 1, .boards = 1, .simulations = 20};
}

TEST(DecisionBench, CountsTheSameDecisionsAgainAndTellsHowLongTheyTook) {
  const BenchReport report = run_decision_bench(plan_with("sampler.so"));
  ASSERT_EQ(report.figures.size(), 4u);
  for (const BenchFigure& figure : report.figures) EXPECT_GT(figure.value, 0) << figure.name;
  EXPECT_LE(report.figures[1].value, report.figures[2].value);
  EXPECT_LE(report.figures[2].value, report.figures[3].value);
  EXPECT_EQ(report.figures[0].value, run_decision_bench(plan_with("sampler.so")).figures[0].value);
}

TEST(DecisionBench, SaysWhatDoesNotPlay) {
  EXPECT_THROW(run_decision_bench(plan_with("nobody.so")), std::runtime_error);
}

}  // namespace
}  // namespace tichu::arena
