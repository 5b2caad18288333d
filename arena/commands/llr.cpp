#include <fmt/format.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>

#include "arena/commands/command.h"
#include "arena/commands/score_flags.h"
#include "arena/commands/sprt_flags.h"
#include "arena/presentation/report/estimate_text.h"
#include "arena/statistics/rating/likelihood_ratio.h"

namespace tichu::arena {
namespace {

constexpr const char* LlrHelp =
    R"(Prints the log-likelihood ratio of a generalized SPRT, from counts of boards seen from the side under test, and
its verdict: "accepted" (the side is stronger by --elo1), "rejected" (in favour of --elo0), or "undecided". The
conventions are fishtest's (arena/statistics/rating/RATINGS.md). The exit code is 0 for every verdict.
Examples:
  tichu-arena llr --pentanomial 46,936,2083,1043,63 --elo0 0 --elo1 5
  tichu-arena llr --trinomial 120,300,151 --model normalized --json)";

/// What the command was asked.
struct LlrFlags {
  ScoreFlags scores;
  EloHypotheses hypotheses;
  SprtErrors errors;
  bool json = false;
};

ExitCode run_llr(const LlrFlags& flags) {
  const EloHypotheses& asked = flags.hypotheses;
  if (asked.elo0 >= asked.elo1) {
    std::cerr << fmt::format("tichu-arena llr: --elo0 ({}) must be below --elo1 ({})", asked.elo0, asked.elo1)
              << std::endl;
    return ExitCode::Usage;
  }
  const ScoreCounts counts = flags.scores.counts();
  const LikelihoodRatio ratio{
      asked.elo_model(), asked.elo0,      asked.elo1,
      flags.errors,      counts.boards(), log_likelihood_ratio(counts, asked.elo_model(), asked.elo0, asked.elo1)};
  std::cout << (flags.json ? likelihood_ratio_json(ratio) : likelihood_ratio_text(ratio)) << std::flush;
  return ExitCode::Ok;
}

}  // namespace

void add_llr_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(LlrHelp);
  const auto flags = std::make_shared<LlrFlags>();
  add_score_flags(command, flags->scores);
  add_elo_hypotheses(command, flags->hypotheses);
  add_sprt_errors(command, flags->errors);
  command.add_flag("--json", flags->json, "print one JSON object instead of text");
  command.callback([flags, &exit_code] { exit_code = run_llr(*flags); });
}

}  // namespace tichu::arena
