#include "arena/commands/ladder_bot_flags.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdlib>

namespace tichu::arena {

void add_ladder_bot_flags(CLI::App& command, LadderBotFlags& flags) {
  command
      .add_option("DIR", flags.first,
                  "the ladder's folder, such as results/ladder; of a service the bot, such as fox or fox@3")
      ->required();
  command.add_option("NAME", flags.second, "the name under which the bot has entered; not of a service");
  command.add_option("--to", flags.ladder,
                     fmt::format("the address of a ladder's service, such as https://ladder.example/; or {}, which "
                                 "counts only without NAME",
                                 LadderVariable));
  add_token_flag(command, flags);
}

OrInputError<void> settle_ladder_bot(const std::string& command, LadderBotFlags& flags) {
  if (!flags.is_of_service()) {
    const std::string flag = !flags.ladder.empty() ? "--to" : !flags.token.empty() ? "--token" : "";
    if (flag.empty()) return {};
    return tl::unexpected(InputError{
        command, flag,
        fmt::format(
            "is for a ladder's service, but \"{0} {1}\" is a stored ladder's folder and its bot: leave {2} out, "
            "or, if {1} is a bot of the service, say: tichu-arena {3} {1} --to URL",
            flags.folder(), flags.bot(), flag, command)});
  }
  if (flags.ladder.empty()) {
    if (const char* named = std::getenv(LadderVariable)) flags.ladder = named;
  }
  if (flags.ladder.empty()) {
    return tl::unexpected(InputError{command, "", "needs a bot's NAME, or --to for a ladder's service"});
  }
  return {};
}

}  // namespace tichu::arena
