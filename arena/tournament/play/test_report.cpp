#include "arena/tournament/play/test_report.h"

#include <cstddef>

#include "arena/tournament/schedule/tested_boards.h"

namespace tichu::arena {
namespace {

/// As far as the flags of hypotheses go.
constexpr double MostPoints = 400;
constexpr double MostElo = 800;

OpponentFigures figures_against(const std::string& name, std::size_t opponent,
                                const std::vector<std::vector<PoolBoard>>& boards) {
  OpponentFigures figures;
  figures.name = name;
  std::vector<BoardMargin> differences;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    const PoolBoard& board = boards[i][opponent];
    figures.of_new += board.of_new.margin / static_cast<double>(boards.size());
    figures.of_old += board.of_old.margin / static_cast<double>(boards.size());
    differences.push_back({BoardNumber(i), board.difference()});
  }
  figures.difference = estimate_points(differences);
  return figures;
}

/// Where the faults of a bot are counted, by its number in the configuration.
FaultsByKind& faults_of(SequentialReport& report, BotId bot) {
  const auto index = static_cast<std::size_t>(bot);
  if (index == 0) return report.faults_of_stronger;
  return index == 1 ? report.faults_of_other : report.pool.at(index - 2).faults;
}

}  // namespace

int SequentialReport::exit_code() const {
  if (faults > 0) return 3;
  switch (state.verdict) {
    case SprtVerdict::Accepted:
      return 0;
    case SprtVerdict::Rejected:
      return 1;
    case SprtVerdict::Undecided:
      break;
  }
  return 4;
}

SequentialReport report_test(const SequentialTest& test) {
  SequentialReport report;
  report.plan = test.plan();
  report.state = test.state();
  report.estimate = test.estimate();
  report.counts = test.counts();
  report.played = report.state.boards;
  return report;
}

SequentialReport report_test(const TournamentReport& played, const std::filesystem::path& folder, bool stopped) {
  const TournamentConfig& config = played.config;
  TestedBoards boards(sequential_plan(config), pool_size(config));
  const StoredResults& results = played.results;
  for (std::size_t i = 0; i < results.jobs.size(); ++i) boards.add(results.jobs[i], results.boards[i].result);
  boards.advance();
  SequentialReport report = report_test(boards.test());
  report.played = results.boards.size();
  report.stronger = config.bots[0].name;
  report.other = config.bots[1].name;
  for (std::size_t i = 0; i < pool_size(config); ++i) {
    report.pool.push_back(figures_against(config.bots[i + 2].name, i, boards.counted_by_opponent()));
  }
  report.faults = played.faults.size();
  for (const FinishedFault& fault : played.faults) ++faults_of(report, fault.bot)[fault.kind];
  report.stopped = stopped;
  if (!stopped) report.seed = config.seed;
  if (!stopped && report.state.verdict == SprtVerdict::Undecided) {
    report.larger = larger_hypothesis(report.plan, boards.counted(),
                                      report.plan.measure == TestMeasure::Points ? MostPoints : MostElo);
  }
  report.rules = preset_name(config.rules);
  report.folder = folder.string();
  return report;
}

}  // namespace tichu::arena
