#include "arena/bench/round_bench.h"

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "engine/observer.h"
#include "engine/playout.h"
#include "engine/plays.h"
#include "engine/random_policy.h"
#include "engine/round.h"

namespace tichu::arena {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int SignatureRounds = 10'000;

/// The random numbers of a benchmark round: apart from the deal's.
Random round_random(std::uint64_t seed, std::uint64_t index) { return Random(~seed, index); }

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Keeps a value from being optimised away.
template <typename T>
void keep(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

/// Calls `body(index)` for the indices 0..count-1, spread over threads; gives the seconds that all of it took.
template <typename Body>
double timed_on_threads(int count, int threads, Body body) {
  const auto start = Clock::now();
  std::vector<std::jthread> workers;
  for (int worker = 0; worker < threads; ++worker) {
    workers.emplace_back([=] {
      for (int index = worker; index < count; index += threads) body(static_cast<std::uint64_t>(index));
    });
  }
  workers.clear();
  return seconds_since(start);
}

void play_without_history(std::uint64_t seed, std::uint64_t index, RandomPolicy& policy) {
  policy.restart(round_random(seed, index));
  Round round(deal(seed, index), Rules{});
  play_out(round, policy);
  keep(round.result());
}

/// Feeds the events of a growing log to four observers.
class FourObservers {
 public:
  explicit FourObservers(const Rules& rules) {
    for (const Seat seat : AllSeats) observers_[seat].emplace(seat, rules, Points(0), Points(0));
  }
  void show(const EventLog& log) {
    for (; shown_ < log.size(); ++shown_) {
      for (const Seat seat : AllSeats) {
        if (const auto visible = log[shown_].seen_by(seat)) observers_[seat]->see(*visible);
      }
    }
  }
  const Observation& seen(Seat seat) const { return observers_[seat]->observation(); }

 private:
  PerSeat<std::optional<Observer>> observers_;
  int shown_ = 0;
};

void play_with_observations(std::uint64_t seed, std::uint64_t index, RandomPolicy& policy, EventLog& log) {
  policy.restart(round_random(seed, index));
  log.clear();
  Round round(deal(seed, index), Rules{}, log);
  FourObservers observers{Rules{}};
  for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
    observers.show(log);
    const Seat seat = open.seats.first();
    keep(observers.seen(seat));
    round.apply(seat, policy.action(round, seat, open.kind), log);
  }
  observers.show(log);
  keep(round.result());
}

/// What no round can do without: the deal, and a draw and a bit for each of about 110 decisions and forced passes.
void reference_round(std::uint64_t seed, std::uint64_t index) {
  constexpr int Decisions = 110;
  const Deal cards = deal(seed, index);
  Random random = round_random(seed, index);
  PerSeat<std::uint64_t> hands;
  for (const Seat seat : AllSeats) hands[seat] = cards.hand(seat).bits();
  for (int i = 0; i < Decisions; ++i) {
    std::uint64_t& hand = hands.values[static_cast<std::size_t>(i) & 3];
    if (random.below(2) != 0) hand &= hand - 1;
  }
  keep(hands);
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
    const std::string on = threads == 1 ? ", 1 thread" : ", " + std::to_string(threads) + " threads";
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
    std::vector<PlayQuery> leads;
    std::vector<PlayQuery> phoenix_leads;
    for (int i = 0; static_cast<int>(leads.size()) < plan_.hands; ++i) {
      const Deal cards = deal(plan_.seed, static_cast<std::uint64_t>(i));
      for (const Seat seat : AllSeats) {
        PlayQuery query;
        query.hand = cards.hand(seat);
        leads.push_back(query);
        if (query.hand.contains(Card::phoenix())) phoenix_leads.push_back(query);
      }
    }
    list("canonical leads of 14 cards", leads, canonical_plays);
    list("exact leads of 14 cards", leads, exact_plays);
    list("canonical leads of 14 cards with the Phoenix", phoenix_leads, canonical_plays);
    const std::vector<PlayQuery> follows = met_queries(false);
    list("canonical follows met in random rounds", follows, canonical_plays);
    list("exact follows met in random rounds", follows, exact_plays);
    const std::vector<PlayQuery> wishes = met_queries(true);
    list("canonical plays under a wish", wishes, canonical_plays);
  }

  /// The turns on a table, or the turns under an open wish, that random rounds come to.
  std::vector<PlayQuery> met_queries(bool under_wish) {
    std::vector<PlayQuery> queries;
    RandomPolicy policy{Random(0)};
    for (std::uint64_t index = 0; static_cast<int>(queries.size()) < plan_.hands; ++index) {
      policy.restart(round_random(plan_.seed, index));
      Round round(deal(plan_.seed, index), Rules{});
      for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
        const Seat seat = open.seats.first();
        if (open.kind == DecisionKind::Turn) {
          const PlayQuery query = round.situation(seat);
          if (under_wish ? query.wish != Rank::None : !query.table.empty()) queries.push_back(query);
        }
        round.apply(seat, policy.action(round, seat, open.kind));
      }
    }
    return queries;
  }

  void positions() {
    std::vector<Round> met;
    std::vector<Action> actions;
    RandomPolicy policy{Random(plan_.seed)};
    for (std::uint64_t index = 0; static_cast<int>(met.size()) < plan_.hands; ++index) {
      Round round(deal(plan_.seed, index), Rules{});
      for (Pending open = round.pending(); !open.seats.empty(); open = round.pending()) {
        const Action action = policy.action(round, open.seats.first(), open.kind);
        met.push_back(round);
        actions.push_back(action);
        round.apply(open.seats.first(), action);
      }
    }
    const auto count = static_cast<double>(met.size());
    auto start = Clock::now();
    for (const Round& round : met) {
      const Round copy = round;
      keep(copy);
    }
    add("copy of a Round", 1e9 * seconds_since(start) / count, "ns");
    add("size of a Round", sizeof(Round), "bytes");
    start = Clock::now();
    for (std::size_t i = 0; i < met.size(); ++i) {
      const bool legal = met[i].is_legal(met[i].pending().seats.first(), actions[i]);
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
