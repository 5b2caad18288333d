// The time of listing legal plays, of judging one, of telling a forced pass, and of copying a round; each over many
// different hands, so that no branch is learnt by heart.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "arena/bench/workload.h"
#include "engine/follow.h"
#include "engine/plays.h"

namespace tichu::arena {
namespace {

constexpr std::uint64_t Seed = 1;
constexpr int Items = 1 << 15;

using Queries = std::vector<PlayQuery>;

const Queries& leads() {
  static const Queries queries = lead_queries(Seed, Items);
  return queries;
}
const Queries& phoenix_leads() {
  static const Queries queries = with_phoenix(lead_queries(Seed, 4 * Items));
  return queries;
}
const Queries& follows() {
  static const Queries queries = follow_queries(Seed, Items);
  return queries;
}
const Queries& phoenix_follows() {
  static const Queries queries = with_phoenix(follow_queries(Seed, 4 * Items));
  return queries;
}
const Queries& wishes() {
  static const Queries queries = wish_queries(Seed, Items);
  return queries;
}
const std::vector<MetDecision>& decisions() {
  static const std::vector<MetDecision> met = met_decisions(Seed, Items);
  return met;
}

/// Calls `use(item)` for the items, one after another, again and again.
template <typename Item, typename Use>
void use_in_turn(benchmark::State& state, const std::vector<Item>& items, Use use) {
  std::size_t at = 0;
  for (auto _ : state) {
    use(items[at]);
    at = at + 1 == items.size() ? 0 : at + 1;
  }
  state.SetItemsProcessed(state.iterations());
}

/// The counter `plays` is the mean number of plays that were listed.
void list(benchmark::State& state, const Queries& (*queries)(), void (*generator)(const PlayQuery&, PlayList&)) {
  const auto plays = std::make_unique<PlayList>();
  std::int64_t listed = 0;
  use_in_turn(state, queries(), [&](const PlayQuery& query) {
    generator(query, *plays);
    listed += plays->size();
  });
  state.counters["plays"] = benchmark::Counter(static_cast<double>(listed), benchmark::Counter::kAvgIterations);
}

BENCHMARK_CAPTURE(list, canonical_leads, leads, canonical_plays)->ThreadRange(1, 2);
BENCHMARK_CAPTURE(list, canonical_leads_with_the_phoenix, phoenix_leads, canonical_plays);
BENCHMARK_CAPTURE(list, canonical_follows, follows, canonical_plays);
BENCHMARK_CAPTURE(list, canonical_follows_with_the_phoenix, phoenix_follows, canonical_plays);
BENCHMARK_CAPTURE(list, canonical_plays_under_a_wish, wishes, canonical_plays);
BENCHMARK_CAPTURE(list, exact_leads, leads, exact_plays)->ThreadRange(1, 2);
BENCHMARK_CAPTURE(list, exact_leads_with_the_phoenix, phoenix_leads, exact_plays);
BENCHMARK_CAPTURE(list, exact_follows, follows, exact_plays);
BENCHMARK_CAPTURE(list, exact_follows_with_the_phoenix, phoenix_follows, exact_plays);
BENCHMARK_CAPTURE(list, exact_plays_under_a_wish, wishes, exact_plays);

void follow_or_bomb(benchmark::State& state) {
  use_in_turn(state, follows(), [](const PlayQuery& query) {
    const bool forced = !can_follow(query.hand, query.table) && !holds_bomb(query.hand, query.table);
    benchmark::DoNotOptimize(forced);
  });
}
BENCHMARK(follow_or_bomb)->Name("can_follow_or_holds_bomb");

void judge(benchmark::State& state) {
  use_in_turn(state, decisions(), [](const MetDecision& met) {
    const bool legal = met.round.is_legal(met.round.pending().seats.first(), met.action);
    benchmark::DoNotOptimize(legal);
  });
}
BENCHMARK(judge)->Name("is_legal");

void copy(benchmark::State& state) {
  use_in_turn(state, decisions(), [](const MetDecision& met) {
    Round round = met.round;
    benchmark::DoNotOptimize(round);
  });
  state.counters["bytes"] = static_cast<double>(sizeof(Round));
}
BENCHMARK(copy)->Name("copy_of_a_round");

}  // namespace
}  // namespace tichu::arena
