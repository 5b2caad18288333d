#include "arena/bench/storing_bench.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace tichu::arena {
namespace {

TEST(StoringBench, MeasuresPlayingAndStoring) {
  const BenchReport report = run_storing_bench({TICHU_BOTS "/random.so", 1, 20});
  ASSERT_EQ(report.figures.size(), 5u);
  for (const BenchFigure& figure : report.figures) EXPECT_GT(figure.value, 0) << figure.name;
}

TEST(StoringBench, SaysWhatDoesNotPlay) {
  try {
    run_storing_bench({TICHU_BOTS "/nobody.so", 1, 1});
    FAIL() << "a missing bot was measured";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("nobody"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tichu::arena
