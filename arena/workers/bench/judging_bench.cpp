#include "arena/workers/bench/judging_bench.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arena/bench/processor_clock.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/text/owned_folder.h"
#include "arena/tournament/config/config_json.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/store/tournament_store.h"
#include "arena/workers/units/judge_result.h"
#include "arena/workers/units/make_unit.h"
#include "arena/workers/units/play_digest.h"
#include "arena/workers/units/result_messages.h"

namespace tichu::arena {
namespace {

/// As many boards as a leader gives out at a time if they take hardly any time.
constexpr std::uint64_t JobsOfUnit = 512;

class JudgingBench {
 public:
  explicit JudgingBench(const PluginBenchPlan& plan)
      : config_(bench_match(plan)),
        roster_{config_, entrants_of(config_)},
        pool_(config_.bots, config_.limits),
        store_(TournamentStore::create(folder_.path(), config_, "bench")) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      units::Bot& bot = bots_.emplace_back();
      bot.set_id(i);
      bot.set_spec(bot_spec_json(config_.bots[i]));
      bot.set_artifact(std::string(64, 'a'));
    }
  }

  BenchReport run() {
    unit(0, std::min(JobsOfUnit, config_.boards));  // what is loaded and warmed
    seconds_ = {};
    for (std::uint64_t first = 0; first < config_.boards; first += JobsOfUnit) {
      store_.add(unit(first, std::min(first + JobsOfUnit, config_.boards)));
      note(seconds_.storing);
    }
    store_.finish();
    note(seconds_.storing);
    const auto a_board = [this](double seconds) { return 1e6 * seconds / static_cast<double>(config_.boards); };
    const double all = seconds_.making + seconds_.reading + seconds_.judging + seconds_.storing;
    BenchReport report;
    report.figures = {
        {"making and writing units: a board of two rounds", a_board(seconds_.making), "us"},
        {"reading results: a board", a_board(seconds_.reading), "us"},
        {"judging them: a board", a_board(seconds_.judging), "us"},
        {"storing: a board", a_board(seconds_.storing), "us"},
        {"the leader's processor time: a board", a_board(all), "us"},
        {"a unit's message: a board", static_cast<double>(sent_) / static_cast<double>(boards_), "bytes"},
        {"a result's message: a board", static_cast<double>(received_) / static_cast<double>(boards_), "bytes"}};
    return report;
  }

 private:
  struct Seconds {
    double making = 0;
    double reading = 0;
    double judging = 0;
    double storing = 0;
  };

  /// Adds the processor time since the last call.
  void note(double& sum) {
    const double now = processor_seconds(Processors::OfProcess);
    sum += now - last_;
    last_ = now;
  }

  template <typename Value>
  static Value sound(OrInputError<Value> value) {
    if (!value) throw std::runtime_error("a result of the benchmark is refused: " + value.error().text());
    return *std::move(value);
  }

  /// The worker's part: not measured.
  std::string played(const UnitId& id, const std::vector<Job>& jobs) {
    units::UnitResult result;
    set_id(result, id);
    result.set_elapsed_ns(static_cast<std::uint64_t>(std::chrono::nanoseconds(std::chrono::hours(1)).count()));
    std::vector<BotUsage> used;
    for (const Job& job : jobs) {
      BoardOutcome outcome = play_board(board_spec(roster_.config, roster_.entrants, job), pool_);
      add_board(result, job.number, outcome);
      for (const BotUsage& usage : finish_job(roster_.config, job, std::move(outcome)).usage) add_usage(used, usage);
    }
    for (const BotUsage& usage : used) add_usage(result, usage);
    return pack_result(result);
  }

  std::vector<FinishedJob> unit(std::uint64_t first, std::uint64_t end) {
    std::vector<Job> jobs;
    double apart = 0;
    note(apart);
    for (std::uint64_t number = first; number < end; ++number) {
      jobs.push_back({JobNumber(number), BoardNumber(number), {EntrantId{0}, EntrantId{1}}});
    }
    const UnitId id{std::string(TournamentKeyDigits, 'a'), UnitNumber(first)};
    const std::vector<std::vector<BotId>> given_up(jobs.size());
    const UnitBoards boards{roster_, jobs, given_up};
    sent_ += encode(make_unit(id, boards, unit_config_, bots_)).size();
    note(seconds_.making);
    const std::string bytes = played(id, jobs);
    received_ += bytes.size();
    note(apart);
    const units::UnitResult result = sound(unpack_result(bytes, "bench"));
    note(seconds_.reading);
    std::vector<FinishedJob> judged = sound(judge_result(id, boards, result));
    for (const FinishedJob& board : judged) play_digest(board);
    note(seconds_.judging);
    boards_ += jobs.size();
    return judged;
  }

  OwnedFolder folder_ = OwnedFolder::temporary("tichu-bench");
  TournamentConfig config_;
  Roster roster_;
  std::string unit_config_ = unit_config(config_);
  PlayerPool pool_;
  TournamentStore store_;
  std::vector<units::Bot> bots_;
  Seconds seconds_;
  double last_ = 0;
  std::uint64_t boards_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace

BenchReport run_judging_bench(const PluginBenchPlan& plan) { return JudgingBench(plan).run(); }

}  // namespace tichu::arena
