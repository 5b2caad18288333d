#include "arena/commands/test_conclusion.h"

#include <ostream>
#include <utility>

#include "arena/presentation/report/sequential_report.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/schedule/sequential_schedule.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {
namespace {

SequentialReport report_of_tournament(const PlayedTournament& tournament) {
  SequentialTest test(sequential_plan(tournament.outcome.report.config));
  // They are in the order of jobs, which is that of boards.
  const std::vector<RatedBoard>& boards = tournament.outcome.report.results.boards;
  for (const RatedBoard& board : boards) test.add(board.result);
  const TournamentConfig& config = tournament.outcome.report.config;
  SequentialReport report = report_test(test);
  report.played = boards.size();
  report.stronger = config.bots[0].name;
  report.other = config.bots[1].name;
  report.faults = tournament.outcome.report.faults.size();
  report.stopped = tournament.outcome.stopped;
  if (!report.stopped) report.seed = config.seed;
  report.rules = preset_name(config.rules);
  report.folder = tournament.folder.string();
  return report;
}

ExitCode exit_code_of(const SequentialReport& report) {
  if (report.stopped) return ExitCode::Interrupted;
  if (report.faults > 0) return ExitCode::Environment;
  switch (report.state.verdict) {
    case SprtVerdict::Accepted:
      return ExitCode::Ok;
    case SprtVerdict::Rejected:
      return ExitCode::Bad;
    case SprtVerdict::Undecided:
      break;
  }
  return ExitCode::Usage;
}

}  // namespace

std::optional<InputError> wrong_outputs(const TestOutputs& outputs) {
  for (const auto& [flag, path] : {std::pair("--junit", outputs.junit), {"--markdown", outputs.markdown}}) {
    if (path.empty()) continue;
    if (const auto checked = require_writable(path); !checked) {
      return InputError{flag, "\"" + path + "\"", checked.error()};
    }
  }
  return std::nullopt;
}

ExitCode conclude_test(PlayedTournament& tournament, const TournamentFlags& flags, const TestOutputs& outputs) {
  const SequentialReport report = report_of_tournament(tournament);
  const std::string json = sequential_json(report);
  // First of all the verdict: it took long to get, and a file that cannot be written must not lose it.
  table_output(flags) << (outputs.json ? json : sequential_text(report)) << std::flush;
  if (tournament.stream != nullptr) tournament.stream->test(json);
  write_whole_file(tournament.folder / TestJsonName, json);
  tournament.close_stream();
  if (!outputs.junit.empty()) write_whole_file(outputs.junit, sequential_junit(report));
  if (!outputs.markdown.empty()) write_whole_file(outputs.markdown, sequential_markdown(report));
  return exit_code_of(report);
}

}  // namespace tichu::arena
