#include "arena/bench/round_bench.h"

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>

#include "engine/record.h"

namespace tichu::arena {
namespace {

std::uint64_t kept_signature() {
  std::ifstream file(TICHU_SOURCE_DIR "/tests/golden/bench_signature.txt");
  std::string text;
  file >> text;
  return std::stoull(text, nullptr, 16);
}

// A change of the rules, the deals or the generator's order changes the kept signature in the same commit.
TEST(RoundBench, SignatureIsTheKeptOneOnOneAndOnTwoThreads) {
  EXPECT_EQ(bench_signature(1, 10'000, 1), kept_signature());
  EXPECT_EQ(bench_signature(1, 10'000, 2), kept_signature());
}

TEST(RoundBench, RoundsAreCompleteAndLegal) {
  const auto log = std::make_unique<EventLog>();
  for (std::uint64_t index = 0; index < 500; ++index) {
    play_bench_round(9, index, *log);
    const Replay replayed = replay(deal(9, index), Rules{}, recorded_actions(*log));
    ASSERT_FALSE(replayed.fault) << replayed.fault->message;
    ASSERT_TRUE(replayed.result);
  }
}

TEST(RoundBench, EveryFigureIsPositive) {
  const BenchReport report = run_round_bench({.seed = 1, .rounds = 50, .hands = 50, .threads = {1, 2}});
  EXPECT_GE(report.figures.size(), 15u);
  for (const BenchFigure& figure : report.figures) EXPECT_GT(figure.value, 0) << figure.name;
}

}  // namespace
}  // namespace tichu::arena
