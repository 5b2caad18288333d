#include "arena/bench/round_bench.h"

#include <chrono>
#include <memory>
#include <thread>

#include "arena/bench/workload.h"
#include "arena/text/counted.h"
#include "engine/playout.h"
#include "engine/plays.h"
#include "engine/random_policy.h"
#include "engine/round.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int SignatureRounds = 10'000;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Calls `body(index)` for the indices 0..count-1, spread over threads; gives the seconds that all of it took.
template <typename Body>
double timed_on_threads(int count, int threads, Body body) {
  const auto start = Clock::now();
  std::vector<std::jthread> workers;
  workers.reserve(static_cast<std::size_t>(threads));
  for (int worker = 0; worker < threads; ++worker) {
    workers.emplace_back([=] {
      for (int index = worker; index < count; index += threads) body(static_cast<std::uint64_t>(index));
    });
  }
  workers.clear();
  return seconds_since(start);
}

class Bench {
 public:
  explicit Bench(const BenchPlan& plan) : plan_(plan) {}

  BenchReport run() {
    const double reference = rounds_per_second(1, [this](std::uint64_t index) { reference_round(plan_.seed, index); });
    add("reference loop (deal and minimal decisions), 1 thread", reference, "rounds/s");
    for (const int threads : plan_.threads) rounds(threads, reference);
    lists();
    positions();
    report_.signature = bench_signature(plan_.seed, SignatureRounds, plan_.threads.back());
    return std::move(report_);
  }

 private:
  void add(std::string name, double value, std::string unit) {
    report_.figures.push_back({std::move(name), value, std::move(unit)});
  }

  template <typename Body>
  double rounds_per_second(int threads, Body body) {
    return plan_.rounds / timed_on_threads(plan_.rounds, threads, body);
  }

  void rounds(int threads, double reference) {
    const std::string on = ", " + counted(threads, "thread");
    const std::uint64_t seed = plan_.seed;
    const double playouts = rounds_per_second(threads, [seed](std::uint64_t index) {
      thread_local RandomPolicy policy{Random(0)};
      play_without_history(seed, index, policy);
    });
    add("playout" + on, playouts, "rounds/s");
    const double full = rounds_per_second(threads, [seed](std::uint64_t index) {
      thread_local RandomPolicy policy{Random(0)};
      thread_local EventLog log;
      play_with_observations(seed, index, policy, log);
    });
    add("full (events and observations)" + on, full, "rounds/s");
    if (threads != 1) return;
    add("playout / reference loop", playouts / reference, "ratio");
    add("full / reference loop", full / reference, "ratio");
  }

  /// The average time of listing plays for many queries, and how many plays were listed.
  template <typename List>
  void list(const std::string& name, const std::vector<PlayQuery>& queries, List list_plays) {
    auto plays = std::make_unique<PlayList>();
    std::uint64_t listed = 0;
    const auto start = Clock::now();
    for (const PlayQuery& query : queries) {
      list_plays(query, *plays);
      listed += static_cast<std::uint64_t>(plays->size());
    }
    const double seconds = seconds_since(start);
    const auto count = static_cast<double>(queries.size());
    add(name, 1e9 * seconds / count, "ns");
    add(name + ": plays listed", static_cast<double>(listed) / count, "plays");
  }

  void lists() {
    const std::vector<PlayQuery> leads = lead_queries(plan_.seed, plan_.hands);
    list("canonical leads of 14 cards", leads, canonical_plays);
    list("exact leads of 14 cards", leads, exact_plays);
    list("canonical leads of 14 cards with the Phoenix", with_phoenix(leads), canonical_plays);
    const std::vector<PlayQuery> follows = follow_queries(plan_.seed, plan_.hands);
    list("canonical follows met in random rounds", follows, canonical_plays);
    list("exact follows met in random rounds", follows, exact_plays);
    const std::vector<PlayQuery> wishes = wish_queries(plan_.seed, plan_.hands);
    list("canonical plays under a wish", wishes, canonical_plays);
  }

  void positions() {
    const std::vector<MetDecision> met = met_decisions(plan_.seed, plan_.hands);
    const auto count = static_cast<double>(met.size());
    auto start = Clock::now();
    for (const MetDecision& decision : met) {
      const Round copy = decision.round;
      keep(copy);
    }
    add("copy of a Round", 1e9 * seconds_since(start) / count, "ns");
    add("size of a Round", sizeof(Round), "bytes");
    start = Clock::now();
    for (const auto& [round, action] : met) {
      const bool legal = round.is_legal(round.pending().seats.first(), action);
      keep(legal);
    }
    add("is_legal", 1e9 * seconds_since(start) / count, "ns");
  }

  const BenchPlan& plan_;
  BenchReport report_;
};

/// FNV-1a over what an event says.
class EventHash {
 public:
  void take(const Event& event) {
    word(static_cast<std::uint64_t>(event.kind));
    word(static_cast<std::uint64_t>(event.seat.number()));
    word(static_cast<std::uint64_t>(event.to.number()));
    word(static_cast<std::uint64_t>(number(event.wish)));
    word(event.out_of_turn ? 1 : 0);
    for (const Card card : event.push.cards) word(static_cast<std::uint64_t>(card.code()));
    word(event.combination.cards.bits());
    word(static_cast<std::uint64_t>(number(event.combination.phoenix_as)));
    word(static_cast<std::uint64_t>(event.points));
  }
  std::uint64_t value() const { return hash_; }

 private:
  void word(std::uint64_t word) {
    for (int i = 0; i < 8; ++i) {
      hash_ = (hash_ ^ ((word >> (8 * i)) & 0xff)) * 0x100000001b3;
    }
  }
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace

BenchReport run_round_bench(const BenchPlan& plan) { return Bench(plan).run(); }

void play_bench_round(std::uint64_t seed, std::uint64_t index, EventLog& log) {
  RandomPolicy policy(round_random(seed, index));
  log.clear();
  Round round(deal(seed, index), Rules{}, log);
  play_out(round, policy, log);
}

std::uint64_t bench_signature(std::uint64_t seed, int rounds, int threads) {
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(rounds));
  timed_on_threads(rounds, threads, [&hashes, seed](std::uint64_t index) {
    thread_local EventLog log;
    play_bench_round(seed, index, log);
    EventHash hash;
    for (const Event& event : log) hash.take(event);
    hashes[index] = hash.value();
  });
  std::uint64_t signature = 0;
  for (const std::uint64_t hash : hashes) signature = Random::mix(signature ^ hash);
  return signature;
}

}  // namespace tichu::arena
