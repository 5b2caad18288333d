#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "arena/bench/bench_match.h"
#include "arena/bench/bench_report.h"
#include "arena/bench/decision_bench.h"
#include "arena/bench/hosting_bench.h"
#include "arena/bench/round_bench.h"
#include "arena/bench/search_bench.h"
#include "arena/bench/storing_bench.h"
#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/installation.h"
#include "arena/record/json_record.h"

namespace tichu::arena {
namespace {

constexpr const char* BenchHelp =
    R"(Measures the engine with random rounds: uniform over canonical legal plays, random pushes and wishes, no calls,
bomb windows open. "playout" keeps no history, "full" keeps events and four observations. The signature hashes every
event of the first 10,000 rounds: equal for every compiler, build type and number of threads.
With --hosting: what the arena costs bots, measured with the bundled "random": requests to programs, compared with
bare pipes that carry messages of the same sizes, plug-ins, restarts, the shortest tournament, one table compared with
two.
With --storing: what storing adds to tournaments of bundled plug-ins, and how many bytes a round takes.
With --searching: what a search is made of: playouts of the search kit's policy, and guesses of hidden hands; and how
long the decisions of the bundled "sampler" take with 400 playouts each.
With --judging: what a leader spends on boards that workers play, with every round replayed by the referee. Absolute
figures depend on the machine; ratios to the reference loop of the same run depend on it less.
Examples:
  tichu-arena bench
  tichu-arena bench --hosting
  tichu-arena bench --storing
  tichu-arena bench --searching
  tichu-arena bench --judging
  tichu-arena bench --export 100 | tichu-arena verify -)";

/// Even the fastest kind of play takes a millisecond or two for this many rounds.
constexpr std::uint64_t LeastRounds = 1000;

struct BenchFlags {
  BenchPlan plan;
  bool json = false;
  bool signature_only = false;
  bool hosting = false;
  bool storing = false;
  bool searching = false;
  bool judging = false;
  int export_rounds = 0;
};

void export_rounds(const BenchFlags& flags) {
  EventLog log;
  for (int i = 0; i < flags.export_rounds; ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    play_bench_round(flags.plan.seed, index, log);
    Record record;
    record.seed = flags.plan.seed;
    record.deal_index = index;
    record.deal = deal(flags.plan.seed, index);
    record.actions = recorded_actions(log);
    record.result = recorded_result(*replay(record.deal, record.rules, record.actions).result);
    fmt::print("{}\n", write_json_record(record));
  }
}

HostingPlan hosting_plan(const BenchFlags& flags) {
  HostingPlan plan;
  plan.program = bundled_bots_folder() / "random";
  plan.plugin = bundled_bots_folder() / "random.so";
  plan.arena = arena_program();
  plan.seed = flags.plan.seed;
  plan.rounds = std::max(1, flags.plan.rounds / 100);
  return plan;
}

/// Of two bots that take hardly any time, and of one that thinks a little.
BenchReport run_for_each_bot(const BenchFlags& flags, BenchReport (*run)(const PluginBenchPlan& plan)) {
  BenchReport all;
  for (const char* bot : {"random", "greedy", "steady"}) {
    PluginBenchPlan plan;
    plan.plugin = bundled_bots_folder() / (std::string(bot) + ".so");
    plan.seed = flags.plan.seed;
    plan.boards = std::max(1, flags.plan.rounds / 2);
    for (BenchFigure& figure : run(plan).figures) {
      figure.name = std::string(bot) + ": " + figure.name;
      all.figures.push_back(std::move(figure));
    }
  }
  return all;
}

/// What searches are made of, and the decisions of the bot that searches.
BenchReport measure_searching(const BenchFlags& flags) {
  BenchReport report = run_search_bench({flags.plan.seed, std::max(1, flags.plan.rounds / 100)});
  DecisionPlan plan;
  plan.plugin = bundled_bots_folder() / "sampler.so";
  plan.seed = flags.plan.seed;
  plan.boards = std::max(1, flags.plan.rounds / 10'000);
  for (BenchFigure& figure : run_decision_bench(plan).figures) report.figures.push_back(std::move(figure));
  return report;
}

BenchReport measure(const BenchFlags& flags, JudgingBench judging) {
  if (flags.hosting) return run_hosting_bench(hosting_plan(flags));
  if (flags.storing) return run_for_each_bot(flags, run_storing_bench);
  if (flags.judging) return run_for_each_bot(flags, judging);
  if (flags.searching) return measure_searching(flags);
  return run_round_bench(flags.plan);
}

void run_bench(const BenchFlags& flags, JudgingBench judging) {
  if (flags.export_rounds > 0) {
    export_rounds(flags);
  } else if (flags.signature_only) {
    constexpr int Rounds = 10'000;
    fmt::print("{}\n", signature_text(bench_signature(flags.plan.seed, Rounds, flags.plan.threads.back())));
  } else {
    const BenchReport report = measure(flags, judging);
    fmt::print("{}", flags.json ? bench_json(report) : bench_text(report));
  }
  std::fflush(stdout);
}

}  // namespace

void add_bench_command(CLI::App& command, ExitCode& exit_code, JudgingBench judging) {
  auto flags = std::make_shared<BenchFlags>();
  command.footer(BenchHelp);
  command
      .add_option("--rounds", flags->plan.rounds,
                  "rounds to play for each figure; fewer take too little time to be measured")
      ->transform(whole_number(LeastRounds, 100'000'000))
      ->capture_default_str();
  command.add_option("--seed", flags->plan.seed, "seed of the deals and of the play")
      ->transform(whole_number())
      ->capture_default_str();
  command.add_option("--threads", flags->plan.threads, "numbers of threads to measure")
      ->transform(whole_number(1, 1024))
      ->delimiter(',')
      ->capture_default_str();
  CLI::Option* hosting = command.add_flag("--hosting", flags->hosting,
                                          "measure the hosting of bots; programs play a hundredth of the --rounds");
  CLI::Option* storing =
      command.add_flag("--storing", flags->storing, "measure the storing of rounds")->excludes(hosting);
  CLI::Option* judged =
      command.add_flag("--judging", flags->judging, "measure what a leader spends on workers' boards")
          ->excludes(hosting)
          ->excludes(storing);
  command
      .add_flag("--searching", flags->searching,
                "measure what searches are made of and how long they take, over a hundredth of the --rounds")
      ->excludes(judged)
      ->excludes(hosting)
      ->excludes(storing);
  command.add_flag("--json", flags->json, "print JSON instead of the table");
  command.add_flag("--signature", flags->signature_only, "print only the signature");
  command
      .add_option("--export", flags->export_rounds, "print this many of its rounds as JSON Lines and measure nothing")
      ->transform(whole_number(1, 100'000'000));
  command.callback([flags, judging, &exit_code] {
    run_bench(*flags, judging);
    exit_code = ExitCode::Ok;
  });
}

}  // namespace tichu::arena
