#include "arena/tournament/play/test_report.h"

#include <vector>

#include "arena/tournament/schedule/sequential_schedule.h"

namespace tichu::arena {

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
  SequentialTest test(sequential_plan(config));
  // They are in the order of jobs, which is the order of boards.
  const std::vector<RatedBoard>& boards = played.results.boards;
  for (const RatedBoard& board : boards) test.add(board.result);
  SequentialReport report = report_test(test);
  report.played = boards.size();
  report.stronger = config.bots[0].name;
  report.other = config.bots[1].name;
  report.faults = played.faults.size();
  report.stopped = stopped;
  if (!stopped) report.seed = config.seed;
  report.rules = preset_name(config.rules);
  report.folder = folder.string();
  return report;
}

}  // namespace tichu::arena
