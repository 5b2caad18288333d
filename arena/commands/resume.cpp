#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/tournament_flags.h"

namespace tichu::arena {
namespace {

constexpr const char* ResumeHelp =
    R"(Resumes a tournament that was stopped or killed, or whose machine failed, with the same results as if nothing
had happened: what is stored is not played again, all else is. The configuration is taken from the tournament's
database; the tournament file is not needed, and seed and rules cannot change. Bots whose files have changed since
then are refused, unless they have nothing left to play. If the tournament has ended, its result files are written
and its tables printed once more. A test (tichu-arena test) continues until it is decided, and ends with its text and
its exit code.

--limit and --minutes end this run and leave the tournament as it was, so that the next resume continues it; a run
that ends so has done what it was asked (exit code 0). But a --limit above a ladder's own limit becomes the ladder's
limit, and is stored: so a ladder that has ended is continued, and what it has played stays as it is.
Examples:
  tichu-arena resume results/spring
  tichu-arena resume results/ladder --minutes 50
  tichu-arena resume results/ladder --limit +500)";

struct ResumeFlags {
  std::string folder;
  ResumeOptions options;
  TournamentFlags tournament;
};

/// For `--limit`: a number of boards in all, or after a '+' of boards more. The error is a sentence.
std::string read_limit(std::string text, std::optional<BoardLimit>& limit) {
  const bool more = text.starts_with('+');
  std::string digits = more ? text.substr(1) : text;
  if (const std::string problem = whole_number(1, MaxBoards)(digits); !problem.empty()) return problem;
  limit = BoardLimit{std::stoull(digits), more};
  return "";
}

}  // namespace

void add_resume_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines) {
  command.footer(ResumeHelp);
  const auto flags = std::make_shared<ResumeFlags>();
  command.add_option("DIR", flags->folder, "the tournament's folder, such as results/spring")->required();
  command.add_flag("--accept-changes", flags->options.accept_changes, "continue even if files of bots have changed");
  const auto take_limit = [flags](const std::string& text) {
    if (const std::string problem = read_limit(text, flags->options.limit); !problem.empty()) {
      throw CLI::ValidationError("--limit", problem);
    }
  };
  command.add_option_function<std::string>(
      "--limit", take_limit,
      "of a ladder: end when so many boards are stored, or with +N after N more; above its own limit: its new limit");
  add_running_flags(command, flags->tournament);
  command.callback([flags, machines, &exit_code] {
    exit_code = resume_tournament(flags->folder, flags->options, flags->tournament, machines);
  });
}

}  // namespace tichu::arena
