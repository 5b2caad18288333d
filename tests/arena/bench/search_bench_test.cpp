#include "arena/bench/search_bench.h"

#include <gtest/gtest.h>

namespace tichu::arena {
namespace {

TEST(SearchBench, MeasuresPlayoutsAndGuesses) {
  const BenchReport report = run_search_bench({.seed = 3, .rounds = 2});
  ASSERT_EQ(report.figures.size(), 5u);
  for (const BenchFigure& figure : report.figures) EXPECT_GT(figure.value, 0) << figure.name;
  EXPECT_FALSE(report.signature);
}

}  // namespace
}  // namespace tichu::arena
