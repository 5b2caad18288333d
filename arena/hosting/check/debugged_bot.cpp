#include "arena/hosting/check/debugged_bot.h"

#include <chrono>
#include <sstream>
#include <utility>
#include <vector>

#include "arena/hosting/player/bot_launcher.h"
#include "arena/installation.h"

namespace tichu::arena {

TimeLimits limits_for_debugging() {
  constexpr std::chrono::hours Long{1};
  return {.start = Long, .handshake = Long, .decision = Long, .round = 24 * Long, .shutdown = Long};
}

tl::expected<BotSpec, std::string> run_under(const std::string& command, const BotSpec& bot) {
  std::istringstream split(command);
  std::vector<std::string> words;
  for (std::string word; split >> word;) words.push_back(std::move(word));
  const std::string program = words.empty() ? "" : words.front();
  if (program.find('/') == std::string::npos && !on_search_path(program)) {
    return tl::unexpected(std::string("there is no such program on the PATH"));
  }
  const ProgramCommand own = program_of(bot);
  BotSpec under = bot;
  if (!is_program(bot.kind)) under.kind = BotKind::Program;
  under.path = "/usr/bin/env";
  under.arguments = {"-C", own.directory().string()};
  under.arguments.insert(under.arguments.end(), words.begin(), words.end());
  under.arguments.push_back(own.absolute_path().string());
  under.arguments.insert(under.arguments.end(), own.arguments.begin(), own.arguments.end());
  return under;
}

}  // namespace tichu::arena
