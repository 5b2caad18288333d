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

constexpr const char* RetireHelp =
    R"(A bot leaves a ladder for good, whether the ladder is being played or not. Boards that are planned are still
played; what it has played stays and counts. Its name cannot be used again. The ladder is a stored one, or with --to a
service, from which a version retires; the token is then found as for submit.
Examples:
  tichu-arena retire results/ladder mine
  tichu-arena enter results/ladder mine@2=./mine.so --after mine
  tichu-arena retire fox@3 --to https://ladder.example/)";

ExitCode run_retire(LadderBotFlags& flags, const OtherLadders& ladders) {
  if (const auto settled = settle_ladder_bot("retire", flags); !settled) return refuse(settled.error());
  if (flags.is_of_service()) {
    return ladders.act_on_version(flags, flags.bot(), "retire", {"provisional", "rated", "paused", "quarantined"});
  }
  if (const auto retired = League::retire(flags.folder(), flags.bot()); !retired) return refuse(retired.error());
  std::cout << flags.bot() << " has retired" << std::endl;
  return ExitCode::Ok;
}

}  // namespace

void add_retire_command(CLI::App& command, ExitCode& exit_code, const OtherLadders& ladders) {
  command.footer(RetireHelp);
  const auto flags = std::make_shared<LadderBotFlags>();
  add_ladder_bot_flags(command, *flags);
  command.callback([flags, ladders, &exit_code] { exit_code = run_retire(*flags, ladders); });
}

}  // namespace tichu::arena
