#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/commands/time_limit_flags.h"
#include "arena/installation.h"
#include "arena/seats/local_bot.h"
#include "arena/seats/seat_client.h"
#include "arena/text/digest.h"
#include "arena/tournament/config/bot_finder.h"
#include "arena/tournament/play/stop_signal.h"

namespace tichu::arena {
namespace {

constexpr const char* SeatTokenVariable = "TICHU_SEAT_TOKEN";

constexpr const char* ConnectHelp =
    R"(Plays a bot at a remote seat of an arena elsewhere, which waits for it as NAME=remote:SEAT and has said the
seat's URL and token. The bot is given as for tichu-arena play; it is the user's own and runs without a sandbox. A
connection that breaks is made anew. It ends when the arena needs the bot no more, when another client takes the seat,
or at Ctrl-C.
Example:
  tichu-arena connect mine=./mine.so --to ws://127.0.0.1:8090 --token TOKEN
beside
  tichu-arena play x=remote:lab steady --deals 100 --seats 127.0.0.1:8090)";

struct ConnectFlags {
  std::string bot;
  std::string to;
  std::string token;
  bool polls = false;
  std::string authorities;
  TimeLimitFlags limits;
};

void tell(const std::string& sentence) {
  fmt::print(stderr, "tichu-arena: {}\n", sentence);
  std::fflush(stderr);
}

ExitCode tell_end(ClientEnd end) {
  switch (end) {
    case ClientEnd::Done:
      fmt::print("the arena needs the bot no more\n");
      return ExitCode::Ok;
    case ClientEnd::TakenOver:
      tell("another client has taken the seat");
      return ExitCode::Environment;
    case ClientEnd::Refused:
      tell("the arena has no seat with this token");
      return ExitCode::Usage;
    case ClientEnd::Stopped:
      break;
  }
  return ExitCode::Interrupted;
}

ExitCode run_connect(const ConnectFlags& flags) {
  auto bot = local_bot_from_argument(flags.bot, BotFinder(bundled_bots_folder(), std::filesystem::current_path()));
  if (!bot) return refuse(bot.error());
  auto url = seat_url_of(flags.to);
  if (!url) return refuse({"--to", "\"" + flags.to + "\"", url.error()});
  url->authorities = flags.authorities;
  const char* const told = std::getenv(SeatTokenVariable);
  SeatVisitor visitor{flags.token.empty() && told != nullptr ? told : flags.token, random_hexadecimal(32),
                      bot.value().name, ""};
  if (visitor.token.empty()) {
    return refuse({"--token", "", std::string("is missing; the variable ") + SeatTokenVariable + " does as well"});
  }
  StopSignal stop;
  LocalBot local(bot.value(), limits_with(flags.limits, {}));
  const auto answer = [&local](const std::string& question) {
    std::string said = local.answer(question);
    if (const std::string faults = local.take_faults(); !faults.empty()) tell("the bot failed: " + faults);
    return said;
  };
  const auto stopped = [&stop] { return stop.requested(); };
  return tell_end((flags.polls || url->tls ? play_by_polling : play_by_socket)(*url, visitor, answer, tell, stopped));
}

}  // namespace

void add_connect_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(ConnectHelp);
  const auto flags = std::make_shared<ConnectFlags>();
  command.add_option("BOT", flags->bot, "the bot that plays")->required();
  command.add_option("--to", flags->to, "where the seat is: ws://HOST:PORT, or https://HOST:PORT, which polls")
      ->required();
  command.add_option("--token", flags->token,
                     std::string("the seat's secret [the variable ") + SeatTokenVariable + "]");
  command.add_flag("--poll", flags->polls, "ask by plain HTTP, where a proxy lets no WebSocket through");
  command
      .add_option("--ca", flags->authorities,
                  "certificates that the arena's must come from, with https (PEM file) [the machine's]")
      ->check(CLI::ExistingFile);
  add_time_limit_flags(command, flags->limits);
  command.callback([flags, &exit_code] { exit_code = run_connect(*flags); });
}

}  // namespace tichu::arena
