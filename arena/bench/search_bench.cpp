#include "arena/bench/search_bench.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/deal.h"
#include "engine/observer.h"
#include "engine/playout.h"
#include "sdk/search/belief.h"
#include "sdk/search/belief_sampler.h"
#include "sdk/search/determinize.h"
#include "sdk/search/light_policy.h"

namespace tichu::arena {
namespace {

constexpr int GuessesEach = 16;     ///< of each position, as many as a short search makes
constexpr float Temperature = 0.5;  ///< of playouts that vary, in tempi

/// Counts work and the time that it takes.
class Meter {
 public:
  template <typename Work>
  void measure(Work work) {
    const auto start = std::chrono::steady_clock::now();
    count_ += work();
    time_ += std::chrono::steady_clock::now() - start;
  }
  double per_second() const { return static_cast<double>(count_) / std::chrono::duration<double>(time_).count(); }

 private:
  std::int64_t count_ = 0;
  std::chrono::steady_clock::duration time_{};
};

class Bench {
 public:
  explicit Bench(const SearchPlan& plan) : random_(plan.seed) {
    for (int i = 0; i < plan.rounds; ++i) play(deal(plan.seed, static_cast<std::uint64_t>(i)));
  }

  BenchReport report() const {
    BenchReport report;
    report.figures.push_back({"rounds of LightPolicy, 1 thread", rounds_.per_second(), "rounds/s"});
    report.figures.push_back(
        {"playouts of LightPolicy from a seat's turns, 1 thread", playouts_.per_second(), "playouts/s"});
    report.figures.push_back({"playouts with varied plays, 1 thread", varied_.per_second(), "playouts/s"});
    report.figures.push_back({"guesses dealt evenly, 1 thread", even_.per_second(), "guesses/s"});
    report.figures.push_back({"guesses by belief, 1 thread", believed_.per_second(), "guesses/s"});
    return report;
  }

 private:
  void play(const Deal& cards) {
    EventLog log;
    rounds_.measure([&] {
      Round round(cards, Rules{}, log);
      play_out(round, policy_, log);
      return 1;
    });
    Observer observer(Seat(0), Rules{}, Points(0), Points(0));
    for (const Event& event : log) {
      const bool is_turn = event.kind == EventKind::Play || event.kind == EventKind::Pass;
      if (is_turn && event.seat == Seat(0) && !event.out_of_turn) look(observer.observation());
      observer.watch(event);
    }
  }

  void look(const Observation& seen) {
    const HiddenCards hidden = hidden_cards(seen);
    guesses_.clear();
    even_.measure([&] {
      for (int i = 0; i < GuessesEach; ++i) {
        if (const auto hands = guess_hands(hidden, random_)) guesses_.push_back(*hands);
      }
      return static_cast<std::int64_t>(guesses_.size());
    });
    believed_.measure([&] {
      const Belief belief(seen);
      BeliefSampler walk(hidden, belief);
      std::int64_t guesses = 0;
      for (int i = 0; i < GuessesEach; ++i) guesses += walk.next(random_) ? 1 : 0;
      return guesses;
    });
    playouts_.measure([&] { return play_out_guesses(seen, policy_); });
    varied_.measure([&] { return play_out_guesses(seen, varied_policy_); });
  }

  std::int64_t play_out_guesses(const Observation& seen, LightPolicy& policy) {
    for (const PerSide<CardSet>& hands : guesses_) {
      Round round = imagine_round(seen, hands, Question::Turn);
      play_out(round, policy);
    }
    return static_cast<std::int64_t>(guesses_.size());
  }

  Random random_;
  LightPolicy policy_;
  LightPolicy varied_policy_{LightWeights{}, Temperature};
  std::vector<PerSide<CardSet>> guesses_;
  Meter rounds_;
  Meter playouts_;
  Meter varied_;
  Meter even_;
  Meter believed_;
};

}  // namespace

BenchReport run_search_bench(const SearchPlan& plan) { return Bench(plan).report(); }

}  // namespace tichu::arena
