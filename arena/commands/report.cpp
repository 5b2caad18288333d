#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "arena/commands/command.h"
#include "arena/commands/number_flags.h"
#include "arena/commands/play_tournament.h"
#include "arena/installation.h"
#include "arena/presentation/page_data/page.h"
#include "arena/text/counted.h"
#include "arena/text/standard_output.h"
#include "arena/text/whole_file.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {
namespace {

constexpr const char* ReportHelp =
    R"(Writes the report of a stored tournament as one HTML page that needs no network and no other file: the ladder,
every pairing, ratings over boards, margins, calls, times, faults, how to play the tournament again, and boards to
replay card by card. If the tournament is large, the page holds the boards with faults, those with the largest margins
and a sample of the others. If a board is damaged, it is named and left out, and the exit code is 1.
Examples:
  tichu-arena report results/cup
  tichu-arena report results/cup -o cup.html --replay-mb 20)";

constexpr std::size_t MostMegabytes = 500;

struct ReportFlags {
  std::string folder;
  std::string output;
  std::size_t replay_mb = 4;
  std::string anchor;  ///< empty: the tournament's own
};

/// The tournament's configuration, with the anchor that the page uses.
OrInputError<TournamentConfig> shown_config(const Tournament& tournament, const std::string& anchor) {
  TournamentConfig config = tournament.config();
  if (anchor.empty()) return config;
  auto read = anchor_of_flag(anchor);
  if (!read) return tl::unexpected(read.error());
  config.anchor = std::move(read.value());
  if (const auto checked = check_anchor(config, "report"); !checked) return tl::unexpected(checked.error());
  return config;
}

ExitCode run_report(const ReportFlags& flags) {
  const auto opened = Tournament::open(flags.folder, "report");
  if (!opened) return refuse(opened.error());
  const Tournament& tournament = opened.value();
  const auto config = shown_config(tournament, flags.anchor);
  if (!config) return refuse(config.error());
  const std::filesystem::path output =
      flags.output.empty() ? std::filesystem::path(flags.folder) / "report.html" : std::filesystem::path(flags.output);
  constexpr std::size_t Megabyte = 1'000'000;
  // Whoever reads the seed of a running tournament knows all hands to come.
  const Seed seed = tournament.is_running() ? Seed::Hidden : Seed::Shown;
  TournamentReport report = tournament.report(config.value());
  for (DamagedJob& damaged : tournament.boards_without_rounds()) report.damaged.push_back(std::move(damaged));
  const Page page = report_page(tournament, report, flags.replay_mb * Megabyte, bundled_bots_folder(), seed);
  write_whole_file(output, page.html);
  std::FILE* const text = output == StandardOutputPath ? stderr : stdout;
  fmt::print(text, "{}: {:.1f} MB, {}, {} of them with a replay\n", output.string(),
             static_cast<double>(page.html.size()) / static_cast<double>(Megabyte), counted(page.boards, "board"),
             page.replayed);
  if (page.left_out > 0) {
    fmt::print(text, "{} too large for the page: tichu-arena serve shows larger ones, tichu-arena export prints any\n",
               page.left_out == 1 ? "1 board is" : fmt::format("{} boards are", page.left_out));
  }
  for (const DamagedJob& damaged : report.damaged) {
    std::cerr << "tichu-arena: report: left out because it is damaged: " << to_text(damaged) << std::endl;
  }
  for (const std::string& damaged : page.damaged) {
    std::cerr << "tichu-arena: report: cannot be replayed because it is damaged: " << damaged << std::endl;
  }
  return report.damaged.empty() && page.damaged.empty() ? ExitCode::Ok : ExitCode::Bad;
}

}  // namespace

void add_report_command(CLI::App& command, ExitCode& exit_code) {
  command.footer(ReportHelp);
  const auto flags = std::make_shared<ReportFlags>();
  command.add_option("DIR", flags->folder, "the tournament's folder, such as results/quickstart")->required();
  command.add_option("-o,--output", flags->output, "the file to write; - is standard output [DIR/report.html]");
  command.add_option("--replay-mb", flags->replay_mb, "megabytes that replays may take in the page [4]")
      ->transform(whole_number(0, MostMegabytes));
  command.add_option("--anchor", flags->anchor,
                     "NAME=ELO: sets this entrant's Elo on this page [as in the tournament]");
  command.callback([flags, &exit_code] { exit_code = run_report(*flags); });
}

}  // namespace tichu::arena
