#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "arena/commands/play_tournament.h"
#include "arena/installation.h"
#include "arena/service/commands/ladder_commands.h"
#include "arena/service/remote/ladder_mirror.h"
#include "arena/text/counted.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

constexpr const char* MirrorHelp =
    R"(Fetches the field of a ladder: the files of the bots that play there and that their authors have opened, and a
tournament file of these and of the ladder's reference bots, with the ladder's rules, limits of time and sandbox. So a
test at home foretells the ladder. Strangers' bots stay strangers: they are played in a sandbox, and nothing is run now.
Exit codes: 0 done; 1 a bot could not be taken, the others were; 2 wrong flags, or no ladder is there; 3 the ladder
cannot be reached.
Examples:
  tichu-arena mirror https://ladder.example/ --into field
  tichu-arena test new=./build/new.so old=./build/old.so --pool field/gauntlet.toml
  tichu-arena tournament field/gauntlet.toml --bot mine=./build/mine.so --candidate mine
  tichu-arena check --tournament field/gauntlet.toml)";

struct MirrorFlags {
  std::string ladder;
  std::string into;
};

ExitCode run_mirror(const MirrorFlags& flags) {
  const auto client = LadderClient::connect(flags.ladder, "");
  if (!client) return refuse({"mirror", client.error().key, client.error().problem});
  const auto mirror = mirror_ladder(*client, flags.into, BotFinder(bundled_bots_folder(), ".").bundled_names());
  if (!mirror) return refuse(mirror.error());
  for (const std::string& bot : mirror->bots) fmt::print("{}\n", bot);
  for (const std::string& bot : mirror->closed) fmt::print("{}: its files are not opened\n", bot);
  for (const std::string& bot : mirror->left_out) fmt::print(stderr, "left out: {}\n", bot);
  fmt::print("{} in {}/{}\n", counted(mirror->bots.size(), "bot"), flags.into, MirrorFileName);
  return mirror->left_out.empty() ? ExitCode::Ok : ExitCode::Bad;
}

}  // namespace

void add_mirror_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(MirrorHelp);
  const auto flags = std::make_shared<MirrorFlags>();
  command.add_option("URL", flags->ladder, "the ladder's address, such as https://ladder.example/")->required();
  command.add_option("--into", flags->into, "the folder to make")->required();
  command.callback([flags, &exit_code] { exit_code = run_mirror(*flags); });
}

}  // namespace tichu::arena
