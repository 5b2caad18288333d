// Seconds to rate so many bots over so many boards: 1,000 over 1,000,000 must take less than five.
#include <benchmark/benchmark.h>

#include <vector>

#include "arena/statistics/rating/field_rating.h"
#include "engine/random.h"

namespace tichu::arena {
namespace {

/// Boards between random bots, each board number played by `common` pairings; the lower number is the stronger.
std::vector<BoardValue> random_boards(std::uint32_t bots, std::uint64_t count, std::uint64_t common) {
  constexpr std::uint32_t Outcomes = 5;
  Random random(1);
  std::vector<BoardValue> boards;
  while (boards.size() < count) {
    const std::uint32_t first = random.below(bots);
    const std::uint32_t second = random.below(bots);
    if (first == second) continue;
    const double value = (random.below(Outcomes) + (first < second ? 0.5 : -0.5)) / (Outcomes - 1);
    boards.push_back({BoardNumber(boards.size() / common),
                      {static_cast<EntrantId>(first), static_cast<EntrantId>(second)},
                      std::min(1.0, std::max(0.0, value))});
  }
  return boards;
}

void elo(benchmark::State& state) {
  const auto bots = static_cast<std::uint32_t>(state.range(0));
  const auto boards = random_boards(bots, static_cast<std::uint64_t>(state.range(1)), 1);
  for (auto _ : state) benchmark::DoNotOptimize(rate_elo(bots, boards).value(0));
}

void points(benchmark::State& state) {
  const auto bots = static_cast<std::uint32_t>(state.range(0));
  const auto boards = random_boards(bots, static_cast<std::uint64_t>(state.range(1)), 1);
  for (auto _ : state) benchmark::DoNotOptimize(rate_points(bots, boards).value(0));
}

BENCHMARK(elo)->Args({50, 100'000})->Args({1'000, 1'000'000})->Unit(benchmark::kMillisecond);
BENCHMARK(points)->Args({50, 100'000})->Args({1'000, 1'000'000})->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tichu::arena
