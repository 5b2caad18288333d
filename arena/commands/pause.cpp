#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/ladder_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* PauseHelp =
    R"(A bot of a ladder gets no more meetings until its pause ends, whether the ladder is being played or not. Boards that
are planned are still played; what it has played stays and counts. The ladder is a stored one, or with --to a service;
the token is then found as for submit.
Examples:
  tichu-arena pause results/ladder mine
  tichu-arena pause results/ladder mine --end
  tichu-arena pause fox --to https://ladder.example/
  tichu-arena pause fox --end --to https://ladder.example/)";

struct PauseFlags : LadderFlags {
  std::string folder;  ///< or the bot of a ladder's service
  std::string name;    ///< empty: it is a bot of a service
  bool end = false;
};

ExitCode run_pause(const PauseFlags& flags) {
  if (flags.name.empty()) {
    if (flags.ladder.empty()) return refuse({"pause", "", "needs a bot's NAME, or --to for a ladder's service"});
    if (flags.end) return act_on_version(flags, flags.folder, "resume", {"paused"});
    return act_on_version(flags, flags.folder, "pause", {"provisional", "rated"});
  }
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
  command
      ->add_option("DIR", flags->folder,
                   "the ladder's folder, such as results/ladder; of a service the bot, such as fox or fox@3")
      ->required();
  command->add_option("NAME", flags->name, "the name under which the bot has entered; not of a service");
  add_optional_ladder_flags(*command, *flags);
  command->add_flag("--end", flags->end, "end the pause");
  command->callback([flags, &exit_code] { exit_code = run_pause(*flags); });
}

}  // namespace tichu::arena
