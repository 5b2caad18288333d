#include "arena/bench/hosting_bench.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "arena/bench/pipe_echo.h"

namespace tichu::arena {
namespace {

HostingPlan small_plan() {
  HostingPlan plan;
  plan.program = TICHU_BOTS "/random";
  plan.plugin = TICHU_BOTS "/random.so";
  plan.arena = TICHU_ARENA;
  plan.rounds = 3;
  plan.starts = 1;
  return plan;
}

TEST(HostingBench, MeasuresProgramsPluginsAndStarts) {
  const BenchReport report = run_hosting_bench(small_plan());
  EXPECT_GE(report.figures.size(), 14u);
  for (const BenchFigure& figure : report.figures) {
    // A difference of two times may be anything on a busy machine.
    if (figure.name.find("less the bot's own") != std::string::npos) continue;
    EXPECT_GT(figure.value, 0) << figure.name;
  }
  EXPECT_FALSE(report.signature);
}

TEST(HostingBench, SaysWhatDoesNotPlay) {
  HostingPlan plan = small_plan();
  plan.program = TICHU_BOTS "/nobody";
  try {
    run_hosting_bench(plan);
    FAIL() << "a missing bot was measured";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("nobody"), std::string::npos) << error.what();
  }
}

TEST(PipeEcho, AnswersMessagesLargerThanOneRead) {
  PipeEcho echo(100'000, 70'000);
  for (int i = 0; i < 3; ++i) echo.ping();
}

}  // namespace
}  // namespace tichu::arena
