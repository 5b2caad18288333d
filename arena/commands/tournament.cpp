#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/tournament_flags.h"
#include "arena/installation.h"
#include "arena/tournament/config/tournament_file.h"

namespace tichu::arena {
namespace {

constexpr const char* TournamentHelp =
    R"(Plays a tournament: every bot, with itself as partner, and every pair meets every other (or as --schedule says)
over the same deals, each played twice with the teams swapped (--seatings). Prints the table, and keeps everything
under results/NAME.

A bot is NAME (one that came with the arena), NAME=FILE.so (a plug-in), NAME=program:COMMAND (a program with its
arguments), NAME=json:COMMAND (one that speaks JSON) or NAME=remote:SEAT (elsewhere, with --seats); arena/README.md has
more.
Examples:
  tichu-arena tournament arena/quickstart.toml
  tichu-arena tournament --bot steady --bot greedy --bot mine=./mine.so --deals 1000 --seed 7
  tichu-arena tournament --bot steady --bot lowest --bot "mine=program:./my_bot.py --fast" --pair mine+steady)";

ExitCode run_tournament(const std::string& file, const TournamentFlags& flags, const OtherMachines& machines) {
  TournamentConfig config;
  config.name = "tournament";
  if (!file.empty()) {
    OrInputError<TournamentConfig> read = read_tournament_file(file, bundled_bots_folder());
    if (!read) return refuse(read.error());
    config = std::move(read.value());
  }
  if (const auto applied = apply_flags(flags, config); !applied) return refuse(applied.error());
  return play_tournament(std::move(config), file.empty() ? "tournament" : file, flags, machines);
}

}  // namespace

void add_tournament_command(CLI::App& command, ExitCode& exit_code, const OtherMachines& machines) {
  command.footer(TournamentHelp);
  const auto file = std::make_shared<std::string>();
  const auto flags = std::make_shared<TournamentFlags>();
  command.add_option("FILE", *file, "tournament file (TOML; arena/README.md lists its keys)");
  command.add_option("--bot", flags->bots, "a bot that enters; may be repeated")->allow_extra_args(false);
  command.add_option("--pair", flags->pairs, "two bots that enter as partners, [NAME=]BOT+BOT; may be repeated")
      ->allow_extra_args(false);
  add_schedule_flags(command, *flags);
  add_tournament_flags(command, *flags);
  command.callback([file, flags, machines, &exit_code] { exit_code = run_tournament(*file, *flags, machines); });
}

}  // namespace tichu::arena
