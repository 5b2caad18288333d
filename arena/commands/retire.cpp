#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* RetireHelp =
    R"(A bot leaves a stored ladder for good, whether the ladder is being played or not. Boards that are planned are still
played; what it has played stays and counts. Its name cannot be used again.
Examples:
  tichu-arena retire results/ladder mine
  tichu-arena enter results/ladder mine@2=./mine.so --after mine)";

struct RetireFlags {
  std::string folder;
  std::string name;
};

ExitCode run_retire(const RetireFlags& flags) {
  if (const auto retired = Tournament::retire(flags.folder, flags.name); !retired) return refuse(retired.error());
  std::cout << flags.name << " has retired" << std::endl;
  return ExitCode::Ok;
}

}  // namespace

void add_retire_command(CLI::App& app, ExitCode& exit_code) {
  CLI::App* command = app.add_subcommand("retire", "lets a bot leave a ladder for good");
  command->footer(RetireHelp);
  const auto flags = std::make_shared<RetireFlags>();
  command->add_option("DIR", flags->folder, "the ladder's folder, such as results/ladder")->required();
  command->add_option("NAME", flags->name, "the name under which the bot has entered")->required();
  command->callback([flags, &exit_code] { exit_code = run_retire(*flags); });
}

}  // namespace tichu::arena
