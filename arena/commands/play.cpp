#include <CLI/App.hpp>
#include <memory>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/tournament_flags.h"

namespace tichu::arena {
namespace {

constexpr const char* PlayHelp =
    R"(Plays a match of two bots, each with itself as partner. It is the short form of a tournament of two.

A bot is NAME (one that came with the arena), NAME=FILE.so (a plug-in), NAME=program:COMMAND (a program with its
arguments), NAME=json:COMMAND (one that speaks JSON) or NAME=remote:SEAT (elsewhere, with --seats); arena/README.md has
more.
Examples:
  tichu-arena play steady greedy --deals 500
  tichu-arena play mine=./mine.so steady --deals 200 --seed 7 --results /tmp/results)";

ExitCode run_play(const TournamentFlags& flags, const OtherMachines& machines) {
  if (const auto checked = check_match_bots(flags, "play"); !checked) return refuse(checked.error());
  TournamentConfig config;
  if (const auto applied = apply_flags(flags, config); !applied) return refuse(applied.error());
  if (!config.origin.name_given) config.name = match_name(config);
  return play_tournament(std::move(config), "play", flags, machines);
}

}  // namespace

void add_play_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines) {
  command.footer(PlayHelp);
  const auto flags = std::make_shared<TournamentFlags>();
  add_match_bots(command, *flags, "the two bots");
  add_tournament_flags(command, *flags);
  refuse_schedule_flags(command);
  command.callback([flags, machines, &exit_code] { exit_code = run_play(*flags, machines); });
}

}  // namespace tichu::arena
