#include <CLI/App.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/installation.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/league.h"

namespace tichu::arena {
namespace {

constexpr const char* EnterHelp =
    R"(A bot enters a stored ladder: one that is being played, which takes note of it within a moment, or one that is
not, which will when it is resumed. A ladder may be asked from any terminal. The bot is started once before it enters;
one that does not start is refused. It keeps its number and its name for good: a new version enters under a name of its
own, such as mine@2, and the former one is retired or plays on.

A bot is given as for tichu-arena tournament: NAME (one that came with the arena), NAME=FILE.so (a plug-in) or
NAME=program:COMMAND.
Examples:
  tichu-arena enter results/ladder mine=./mine.so
  tichu-arena enter results/ladder "mine@2=program:./my_bot.py --fast" --after mine --owner anna)";

struct EnterFlags {
  std::string folder;
  std::string bot;
  std::string owner;
  std::string predecessor;
};

ExitCode run_enter(const EnterFlags& flags) {
  auto bot = local_bot_from_argument(flags.bot, BotFinder(bundled_bots_folder(), std::filesystem::current_path()));
  if (!bot) return refuse(bot.error());
  LadderEntry entry;
  entry.bot = std::move(bot.value());
  entry.owner = flags.owner;
  if (!flags.predecessor.empty()) entry.predecessor = flags.predecessor;
  const std::string name = entry.bot.name;
  const auto entered = League::enter(flags.folder, std::move(entry));
  if (!entered) return refuse(entered.error());
  std::cout << name << " has entered as number " << static_cast<unsigned>(*entered) << std::endl;
  return ExitCode::Ok;
}

}  // namespace

void add_enter_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(EnterHelp);
  const auto flags = std::make_shared<EnterFlags>();
  command.add_option("DIR", flags->folder, "the ladder's folder, such as results/ladder")->required();
  command.add_option("BOT", flags->bot, "the bot that enters")->required();
  command.add_option("--owner", flags->owner, "whose it is; two bots of one owner never meet");
  command.add_option("--after", flags->predecessor,
                     "the version before it: the first opponents are chosen as if it were about as strong");
  command.callback([flags, &exit_code] { exit_code = run_enter(*flags); });
}

}  // namespace tichu::arena
