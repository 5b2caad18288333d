#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* PauseHelp =
    R"(A bot of a stored ladder gets no more meetings until its pause ends, whether the ladder is being played or not.
Boards that are planned are still played; what it has played stays and counts.
Examples:
  tichu-arena pause results/ladder mine
  tichu-arena pause results/ladder mine --end)";

struct PauseFlags {
  std::string folder;
  std::string name;
  bool end = false;
};

ExitCode run_pause(const PauseFlags& flags) {
  const auto asked =
      flags.end ? Tournament::bring_back(flags.folder, flags.name) : Tournament::pause(flags.folder, flags.name);
  if (!asked) return refuse(asked.error());
  std::cout << flags.name << (flags.end ? " is back" : " pauses") << std::endl;
  return ExitCode::Ok;
}

}  // namespace

void add_pause_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("pause", "lets a bot of a ladder pause, or ends its pause");
  command->footer(PauseHelp);
  const auto flags = std::make_shared<PauseFlags>();
  command->add_option("DIR", flags->folder, "the ladder's folder, such as results/ladder")->required();
  command->add_option("NAME", flags->name, "the name under which the bot has entered")->required();
  command->add_flag("--end", flags->end, "end the pause");
  command->callback([flags, &exit_code] { exit_code = run_pause(*flags); });
}

}  // namespace tichu::arena
