#include "arena/bench/storing_bench.h"

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
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {
namespace {

/// About what the fastest plug-ins play on two cores between two transactions of a tournament.
constexpr std::uint64_t BatchSize = 1000;

class StoringBench {
 public:
  explicit StoringBench(const PluginBenchPlan& plan)
      : config_(bench_match(plan)),
        entrants_(entrants_of(config_)),
        pool_(config_.bots, config_.limits),
        store_(TournamentStore::create(folder_.path(), config_, "bench")) {}

  BenchReport run() {
    // What is loaded and warmed by the first boards belongs to neither.
    play(0, std::min<std::uint64_t>(100, config_.boards));
    std::vector<double> shares;
    double playing = 0;
    double storing = 0;
    for (std::uint64_t first = 0; first < config_.boards; first += BatchSize) {
      const double before = processor_seconds(Processors::OfProcess);
      const std::vector<FinishedJob> jobs = play(first, std::min(first + BatchSize, config_.boards));
      const double between = processor_seconds(Processors::OfProcess);
      store_.add(jobs);
      const double after = processor_seconds(Processors::OfProcess);
      playing += between - before;
      storing += after - between;
      shares.push_back((after - between) / (between - before));
    }
    const double before = processor_seconds(Processors::OfProcess);
    store_.finish();
    storing += processor_seconds(Processors::OfProcess) - before;
    std::sort(shares.begin(), shares.end());
    const auto boards = static_cast<double>(config_.boards);
    const auto bytes = static_cast<double>(std::filesystem::file_size(folder_.path() / StoreFileName));
    BenchReport report;
    report.figures = {{"playing: processor time a board of two rounds", 1e6 * playing / boards, "us"},
                      {"storing: processor time a board", 1e6 * storing / boards, "us"},
                      {"storing / playing", 100 * storing / playing, "%"},
                      {"storing / playing: median of the transactions", 100 * shares[shares.size() / 2], "%"},
                      {"the database: a round", bytes / (2 * boards), "bytes"}};
    return report;
  }

 private:
  std::vector<FinishedJob> play(std::uint64_t first, std::uint64_t end) {
    std::vector<FinishedJob> jobs;
    for (std::uint64_t number = first; number < end; ++number) {
      const Job job{JobNumber(number), BoardNumber(number), {EntrantId{0}, EntrantId{1}}};
      jobs.push_back(finish_job(config_, job, play_board(board_spec(config_, entrants_, job), pool_)));
      const FinishedJob& finished = jobs.back();
      if (!finished.faults.empty()) {
        throw std::runtime_error("the bot of the benchmark does not play: " + finished.faults.front().text);
      }
    }
    return jobs;
  }

  OwnedFolder folder_ = OwnedFolder::temporary("tichu-bench");
  TournamentConfig config_;
  std::vector<Entrant> entrants_;
  PlayerPool pool_;
  TournamentStore store_;
};

}  // namespace

BenchReport run_storing_bench(const PluginBenchPlan& plan) { return StoringBench(plan).run(); }

}  // namespace tichu::arena
