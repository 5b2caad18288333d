#include <CLI/App.hpp>
#include <iostream>
#include <memory>

#include "arena/commands/command.h"
#include "arena/commands/score_flags.h"
#include "arena/presentation/report/estimate_text.h"
#include "arena/statistics/rating/elo_calculator.h"

namespace tichu::arena {
namespace {

constexpr const char* EloHelp =
    R"(Prints Elo, normalized Elo and likelihood of superiority, with 95 % intervals, from counts of boards. The
counts are seen from one side, whose wins come last. The formulas are fishtest's (arena/statistics/rating/RATINGS.md).
With --pentanomial the two games of a pair need not be independent.
Examples:
  tichu-arena elo --pentanomial 46,936,2083,1043,63
  tichu-arena elo --trinomial 120,300,151 --json)";

ExitCode run_elo(const ScoreFlags& flags, bool json) {
  const EloEstimate estimate = estimate_elo(flags.counts());
  std::cout << (json ? estimate_json(estimate) : estimate_text(estimate)) << std::flush;
  return ExitCode::Ok;
}

}  // namespace

void add_elo_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(EloHelp);
  const auto flags = std::make_shared<ScoreFlags>();
  const auto json = std::make_shared<bool>(false);
  add_score_flags(command, *flags);
  command.add_flag("--json", *json, "print one JSON object instead of text");
  command.callback([flags, json, &exit_code] { exit_code = run_elo(*flags, *json); });
}

}  // namespace tichu::arena
