#include <unistd.h>

#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "arena/commands/command.h"
#include "arena/commands/play_tournament.h"
#include "arena/presentation/report/tournament_text.h"
#include "arena/text/standard_output.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* ShowHelp =
    R"(Prints what played in a stored tournament (what each bot says that it is, and the fingerprint of its files), and its
tables, or the verdict of a test: running, stopped, finished or imported, and whatever became of its bots. While it is
not finished, its seed is not told, and the tables count the boards that are stored. If a board is damaged, it is named and left out, and the exit code is 1.
Examples:
  tichu-arena show results/spring
  tichu-arena show results/spring --json)";

struct ShowFlags {
  std::string folder;
  bool json = false;
};

ExitCode run_show(const ShowFlags& flags) {
  const auto opened = Tournament::open(flags.folder, "show");
  if (!opened) return refuse(opened.error());
  const Tournament& tournament = opened.value();
  // Asked first: a tournament that ends meanwhile is told as one that runs.
  const bool is_running = tournament.is_running();
  TournamentReport report = tournament.report();
  for (DamagedJob& damaged : tournament.boards_without_rounds()) report.damaged.push_back(std::move(damaged));
  const std::string_view state = state_of(report.config, report.complete, is_running);
  std::cout << (flags.json ? shown_json(report, state, flags.folder)
                           : shown_text(report, state, flags.folder, terminal_width(STDOUT_FILENO)))
            << std::flush;
  for (const DamagedJob& damaged : report.damaged) {
    std::cerr << "tichu-arena: show: left out because it is damaged: " << to_text(damaged) << std::endl;
  }
  return report.damaged.empty() ? ExitCode::Ok : ExitCode::Bad;
}

}  // namespace

void add_show_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(ShowHelp);
  const auto flags = std::make_shared<ShowFlags>();
  command.add_option("DIR", flags->folder, "the tournament's folder, such as results/spring")->required();
  command.add_flag("--json", flags->json, "print one JSON object instead of text");
  command.callback([flags, &exit_code] { exit_code = run_show(*flags); });
}

}  // namespace tichu::arena
