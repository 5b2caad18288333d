#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/presentation/live/http_server.h"
#include "arena/seats/table/my_boards_site.h"
#include "arena/text/random_token.h"
#include "arena/text/required_path.h"

namespace tichu::arena {
namespace {

constexpr const char* MineHelp =
    R"(Shows what the boards tell that you have played by tichu-arena sit, over all tables of a folder: results against the
house, which played the same cards, points lost by kind of decision over time, calls, and your worst decisions, each to
be played again. What no analysis has judged yet is judged meanwhile, as by tichu-arena analyse, and kept in the table's
folder. Boards with a coach or with several people are listed, but not counted. Ctrl-C ends it. The page of a table
leads there too.
Examples:
  tichu-arena mine
  tichu-arena mine results --port 8090)";

struct MineFlags {
  std::string results = "results";
  ServerAddress address;
  std::int64_t simulations = AnalysisSettings().simulations;
};

ExitCode run_mine(const MineFlags& flags) {
  if (const auto found = require_folder(flags.results); !found) return refuse({"mine", "", found.error()});
  AnalysisSettings settings;
  settings.simulations = flags.simulations;
  const auto own = MyBoards::make(flags.results, settings);
  if (!own) return refuse(own.error());
  const std::string token = random_token();
  MyBoardsSite site(**own, token);
  ListeningPort port(flags.address);
  serve_site(site, port, {}, [&](const std::string& url, bool /*local_only*/) {
    fmt::print("{}mine#{}\nshows your boards in {}; Ctrl-C ends this\n", url, token, flags.results);
    std::fflush(stdout);
  });
  return ExitCode::Ok;
}

}  // namespace

void add_mine_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(MineHelp);
  const auto flags = std::make_shared<MineFlags>();
  command.add_option("RESULTS", flags->results, "the folder with the tables' folders [results]");
  command.add_option("--port", flags->address.port, "TCP port; 0: any that is free [8080]")
      ->transform(whole_number(0, 65535));
  command.add_option("--address", flags->address.address, "address to listen on; 0.0.0.0: for all [127.0.0.1]");
  command.add_option("--simulations", flags->simulations, "playouts for each decision that is judged [5000]")
      ->transform(whole_number(1, 1'000'000));
  command.callback([flags, &exit_code] { exit_code = run_mine(*flags); });
}

}  // namespace tichu::arena
