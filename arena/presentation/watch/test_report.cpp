#include "arena/presentation/watch/test_report.h"

#include "arena/tournament/schedule/sequential_schedule.h"

namespace tichu::arena {

SequentialReport report_test(const RunSummary& summary) {
  const TournamentConfig& config = summary.report.config;
  SequentialTest test(sequential_plan(config));
  // They are in the order of jobs, which is the order of boards.
  const std::vector<RatedBoard>& boards = summary.report.results.boards;
  for (const RatedBoard& board : boards) test.add(board.result);
  SequentialReport report = report_test(test);
  report.played = boards.size();
  report.stronger = config.bots[0].name;
  report.other = config.bots[1].name;
  report.faults = summary.report.faults.size();
  report.stopped = summary.stopped;
  if (!report.stopped) report.seed = config.seed;
  report.rules = preset_name(config.rules);
  report.folder = summary.folder.string();
  return report;
}

}  // namespace tichu::arena
