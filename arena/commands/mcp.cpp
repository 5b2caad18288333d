#include <unistd.h>

#include <CLI/App.hpp>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "arena/commands/command.h"
#include "arena/installation.h"

namespace tichu::arena {
namespace {

constexpr const char* McpHelp =
    R"(A client of the Model Context Protocol, such as a chat or a coding agent, starts this command and speaks with it on
standard input and output. Its tools tell the rules, list bots, seat the model with three bundled bots, ask and take
answers, explain what the rules forbid, and analyse finished rounds. The rounds are stored as those of tichu-arena sit,
and a table goes on in a later session. It needs Python 3.11 as /usr/bin/python3. The second example is for the file in
which such a client lists its servers.
Examples:
  tichu-arena mcp --results /home/me/tichu
  {"mcpServers": {"tichu": {"command": "tichu-arena", "args": ["mcp", "--results", "/home/me/tichu"]}}})";

[[noreturn]] void start_server(const std::string& results) {
  const std::string server = (arena_folder() / "mcp" / "serve.py").string();
  std::array<std::string, 2> words{server, std::filesystem::absolute(results).string()};
  std::array<char*, 3> arguments{words[0].data(), words[1].data(), nullptr};
  ::execv(server.c_str(), arguments.data());
  throw std::system_error(errno, std::generic_category(), "cannot start " + server + " with /usr/bin/python3");
}

}  // namespace

void add_mcp_command(CLI::App& command, ExitCode& /*exit_code*/) {
  command.footer(McpHelp);
  const auto results = std::make_shared<std::string>("results");
  command.add_option("--results", *results, "folder in which tables are stored [results]");
  command.callback([results] { start_server(*results); });
}

}  // namespace tichu::arena
