#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/tournament_flags.h"

namespace tichu::arena {
namespace {

constexpr const char* ResumeHelp =
    R"(Resumes a tournament that was stopped or killed, or whose machine failed, with the same results as if nothing
had happened: what is stored is not played again, all else is. The configuration is taken from the tournament's
database; the tournament file is not needed, and seed and rules cannot change. Bots whose files have changed since
then are refused, unless they have nothing left to play. If the tournament has ended, its result files are written
and its tables printed once more. A test
(tichu-arena test) continues until it is decided, and ends with its text and its exit code.
Example:
  tichu-arena resume results/spring)";

struct ResumeFlags {
  std::string folder;
  bool accept_changes = false;
  TournamentFlags tournament;
};

}  // namespace

void add_resume_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("resume", "resumes a stored tournament");
  command->footer(ResumeHelp);
  const auto flags = std::make_shared<ResumeFlags>();
  command->add_option("DIR", flags->folder, "the tournament's folder, such as results/spring")->required();
  command->add_flag("--accept-changes", flags->accept_changes, "continue even if files of bots have changed");
  add_running_flags(*command, flags->tournament);
  command->callback(
      [flags, &exit_code] { exit_code = resume_tournament(flags->folder, flags->accept_changes, flags->tournament); });
}

}  // namespace tichu::arena
