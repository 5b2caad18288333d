#include "arena/workers/bench/judging_bench.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arena/bench/bench_match.h"
#include "arena/bench/processor_clock.h"
#include "arena/hosting/match/play_board.h"
#include "arena/hosting/match/player_pool.h"
#include "arena/text/owned_folder.h"
#include "arena/tournament/play/finish_job.h"
#include "arena/tournament/store/tournament_store.h"
#include "arena/workers/units/judge_result.h"
#include "arena/workers/units/make_unit.h"
#include "arena/workers/units/play_digest.h"
#include "arena/workers/units/result_parts.h"
#include "arena/workers/units/unit_messages.h"

namespace tichu::arena {
namespace {

/// As many boards as a leader gives out at a time if they take hardly any time.
constexpr std::uint64_t JobsOfUnit = 512;

class JudgingBench {
 public:
  explicit JudgingBench(const PluginBenchPlan& plan)
      : config_(bench_match(plan)),
        entrants_(entrants_of(config_)),
        pool_(config_.bots, config_.limits),
        store_(TournamentStore::create(folder_.path(), config_, "bench")) {
    for (std::uint16_t i = 0; i < 2; ++i) {
      UnitBot& bot = bots_.emplace_back();
      bot.id = static_cast<BotId>(i);
      bot.name = config_.bots[i].name;
      bot.artifact = std::string(ArtifactDigits, 'a');
      bot.entry = "bot.so";
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
  std::vector<std::string> played(const Unit& unit, const std::vector<Job>& jobs) {
    UnitResult result;
    result.id = unit.id;
    result.elapsed = std::chrono::hours(1);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      BoardOutcome outcome = play_board(board_spec(config_, entrants_, jobs[i]), pool_);
      result.jobs.push_back(played_job(unit.jobs[i], outcome));
      for (const BotUsage& usage : finish_job(config_, jobs[i], std::move(outcome)).usage)
        add_usage(result.usage, usage);
    }
    return result_parts(result);
  }

  JudgedJobs unit(std::uint64_t first, std::uint64_t end) {
    std::vector<Job> jobs;
    double apart = 0;
    note(apart);
    for (std::uint64_t number = first; number < end; ++number) {
      jobs.push_back({JobNumber(number), BoardNumber(number), {EntrantId{0}, EntrantId{1}}});
    }
    const Unit unit = make_unit({std::string(TournamentKeyDigits, 'a'), UnitNumber(first)}, config_, entrants_, jobs,
                                std::vector<std::vector<BotId>>(jobs.size()), bots_);
    sent_ += encode(unit).size();
    note(seconds_.making);
    const std::vector<std::string> parts = played(unit, jobs);
    note(apart);
    ResultAssembly assembly;
    std::optional<std::string> whole;
    for (const std::string& part : parts) {
      received_ += part.size();
      whole = sound(assembly.take(sound(decode_part(part, "bench")), "bench"));
    }
    UnitResult result = sound(decode_result(*whole, "bench"));
    note(seconds_.reading);
    play_digests(unit.jobs, result.jobs);
    JudgedJobs judged = sound(judge_result(unit, jobs, std::move(result)));
    note(seconds_.judging);
    boards_ += jobs.size();
    return judged;
  }

  OwnedFolder folder_ = OwnedFolder::temporary("tichu-bench");
  TournamentConfig config_;
  std::vector<Entrant> entrants_;
  PlayerPool pool_;
  TournamentStore store_;
  std::vector<UnitBot> bots_;
  Seconds seconds_;
  double last_ = 0;
  std::uint64_t boards_ = 0;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace

BenchReport run_judging_bench(const PluginBenchPlan& plan) { return JudgingBench(plan).run(); }

}  // namespace tichu::arena
