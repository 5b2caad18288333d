// Random rounds a second, over one thread and two: items are rounds.
#include <benchmark/benchmark.h>

#include "arena/bench/workload.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t Seed = 1;

/// Calls `play(index)` for the rounds of this thread: every thread plays others.
template <typename Play>
void play_rounds(benchmark::State& state, Play play) {
  auto index = static_cast<std::uint64_t>(state.thread_index());
  for (auto _ : state) {
    play(index);
    index += static_cast<std::uint64_t>(state.threads());
  }
  state.SetItemsProcessed(state.iterations());
}

void playout(benchmark::State& state) {
  RandomPolicy policy{Random(0)};
  play_rounds(state, [&](std::uint64_t index) { play_without_history(Seed, index, policy); });
}

void full(benchmark::State& state) {
  RandomPolicy policy{Random(0)};
  EventLog log;
  play_rounds(state, [&](std::uint64_t index) { play_with_observations(Seed, index, policy, log); });
}

void reference_loop(benchmark::State& state) {
  play_rounds(state, [](std::uint64_t index) { reference_round(Seed, index); });
}

BENCHMARK(playout)->ThreadRange(1, 2)->UseRealTime();
BENCHMARK(full)->ThreadRange(1, 2)->UseRealTime();
BENCHMARK(reference_loop)->ThreadRange(1, 2)->UseRealTime();

}  // namespace
}  // namespace tichu::arena
