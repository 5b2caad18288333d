#include "arena/bench/decision_bench.h"

#include <chrono>
#include <stdexcept>
#include <string>

#include "arena/bench/bench_match.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/tournament/play/finish_job.h"

namespace tichu::arena {
namespace {

/// Its limits are not what is measured: on a busy machine a decision may take longer than a tournament allows.
TournamentConfig config_of(const DecisionPlan& plan) {
  TournamentConfig config = bench_match({plan.plugin, plan.seed, plan.boards});
  config.limits.decision = config.limits.round = std::chrono::hours(1);
  for (BotSpec& bot : config.bots) bot.options = {{"simulations", std::to_string(plan.simulations)}};
  return config;
}

double milliseconds(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

}  // namespace

BenchReport run_decision_bench(const DecisionPlan& plan) {
  const TournamentConfig config = config_of(plan);
  const auto entrants = entrants_of(config);
  PlayerPool pool(config.bots, config.limits);
  ThinkTime times;
  for (std::uint64_t number = 0; number < config.boards; ++number) {
    const Job job{JobNumber(number), BoardNumber(number), {EntrantId{0}, EntrantId{1}}};
    const FinishedJob finished = finish_job(config, job, play_board(board_spec(config, entrants, job), pool));
    if (!finished.faults.empty()) {
      throw std::runtime_error("the bot of the benchmark does not play: " + finished.faults.front().text);
    }
    for (const BotUsage& usage : finished.usage) times += usage.time;
  }
  const std::string bot = plan.plugin.stem().string() + ", " + std::to_string(plan.simulations) + " playouts: ";
  BenchReport report;
  report.figures = {{bot + "decisions", static_cast<double>(times.decisions), "decisions"},
                    {bot + "a decision, median", milliseconds(times.quantile(0.5)), "ms"},
                    {bot + "a decision, 99 % within", milliseconds(times.quantile(0.99)), "ms"},
                    {bot + "a decision, longest", milliseconds(times.longest), "ms"}};
  return report;
}

}  // namespace tichu::arena
