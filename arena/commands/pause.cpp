#include <CLI/App.hpp>
#include <iostream>
#include <memory>

#include "arena/commands/command.h"
#include "arena/commands/ladder_bot_flags.h"
#include "arena/commands/other_ladders.h"
#include "arena/commands/play_tournament.h"
#include "arena/tournament/league.h"

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

struct PauseFlags : LadderBotFlags {
  bool end = false;
};

ExitCode run_pause(PauseFlags& flags, const OtherLadders& ladders) {
  if (const auto settled = settle_ladder_bot("pause", flags); !settled) return refuse(settled.error());
  if (flags.is_of_service()) {
    if (flags.end) return ladders.act_on_version(flags, flags.bot(), "resume", {"paused"});
    return ladders.act_on_version(flags, flags.bot(), "pause", {"provisional", "rated"});
  }
  const auto asked =
      flags.end ? League::bring_back(flags.folder(), flags.bot()) : League::pause(flags.folder(), flags.bot());
  if (!asked) return refuse(asked.error());
  std::cout << flags.bot() << (flags.end ? " is back" : " pauses") << std::endl;
  return ExitCode::Ok;
}

}  // namespace

void add_pause_command(CLI::App& command, ExitCode& exit_code, const OtherLadders& ladders) {
  command.footer(PauseHelp);
  const auto flags = std::make_shared<PauseFlags>();
  add_ladder_bot_flags(command, *flags);
  command.add_flag("--end", flags->end, "end the pause");
  command.callback([flags, ladders, &exit_code] { exit_code = run_pause(*flags, ladders); });
}

}  // namespace tichu::arena
