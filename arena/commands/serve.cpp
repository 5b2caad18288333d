#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/installation.h"
#include "arena/presentation/live/routes.h"
#include "arena/presentation/live/tournament_site.h"
#include "arena/presentation/page_data/board_analyses.h"
#include "arena/text/required_path.h"
#include "arena/tournament/config/bot_finder.h"

namespace tichu::arena {
namespace {

constexpr const char* ServeHelp =
    R"(Shows the tournaments of a folder in a browser while they run and afterwards: the list, each tournament's
report, which is updated without a reload, and every board card by card. A reader can have a board analysed, as
tichu-arena analyse does; what is found is kept in memory. It only reads, and answers only this machine unless --address
says otherwise. Ctrl-C ends it. arena/presentation/page_data/PAGE.md lists the paths that it answers, for browsers and for
programs.
Examples:
  tichu-arena serve
  tichu-arena serve results --port 8000)";

struct ServeFlags {
  std::string results = "results";
  ServerAddress address;
  std::uint64_t simulations = 2000;  ///< for each decision that readers have analysed; 0: none are
};

/// What analyses boards for readers; null if nothing does, which is said if it should.
std::unique_ptr<BoardAnalyses> analyses_of(const TournamentLibrary& library, std::uint64_t simulations) {
  if (simulations == 0) return nullptr;
  const auto say = [](const std::string& line) { fmt::print(stderr, "tichu-arena: warning: {}\n", line); };
  const auto analyst = bot_from_argument("sampler", BotFinder(bundled_bots_folder(), std::filesystem::current_path()));
  AnalysisOffer offer;
  offer.simulations = simulations;
  offer.kept = 64;  // in memory, where a long game takes a megabyte
  if (analyst) offer.analyst = *analyst;
  auto made = BoardAnalyses::make(
      offer, [&library](const std::string& key) { return rounds_of_key(library, key); }, say);
  if (made) return *std::move(made);
  say("no boards are analysed for readers: " + made.error());
  return nullptr;
}

ExitCode run_serve(const ServeFlags& flags) {
  if (const auto found = require_folder(flags.results); !found) return refuse({"serve", "", found.error()});
  // Watching must not slow down the tournaments.
  constexpr int Politeness = 10;
  if (::nice(Politeness) == -1) std::fputs("tichu-arena: warning: cannot lower the server's priority\n", stderr);
  TournamentLibrary library(flags.results, bundled_bots_folder(), [] { return std::chrono::steady_clock::now(); });
  const auto analyses = analyses_of(library, flags.simulations);
  serve_tournaments(library, analyses.get(), flags.address, [&](const std::string& url) {
    fmt::print("{}\nshows the tournaments in {}; Ctrl-C ends this\n", url, flags.results);
    std::fflush(stdout);
  });
  return ExitCode::Ok;
}

}  // namespace

void add_serve_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(ServeHelp);
  const auto flags = std::make_shared<ServeFlags>();
  command.add_option("RESULTS", flags->results, "the folder with the tournaments' folders [results]");
  command.add_option("--port", flags->address.port, "TCP port; 0: any that is free [8080]")
      ->transform(whole_number(0, 65535));
  command.add_option("--address", flags->address.address,
                     "address to listen on; 0.0.0.0 shows all to the network [127.0.0.1]");
  command
      .add_option("--simulations", flags->simulations,
                  "playouts for each decision of boards that readers have analysed; 0: none are [2000]")
      ->transform(whole_number(0, 1'000'000));
  command.callback([flags, &exit_code] { exit_code = run_serve(*flags); });
}

}  // namespace tichu::arena
