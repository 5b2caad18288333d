#include "arena/presentation/watch/outcome_printer.h"

#include <fmt/format.h>

#include <chrono>
#include <ostream>
#include <string>

#include "arena/presentation/report/sequential_report.h"
#include "arena/presentation/report/tournament_text.h"
#include "arena/text/counted.h"
#include "arena/text/duration_text.h"

namespace tichu::arena {

void OutcomePrinter::finished(const RunSummary& summary) {
  if (!summary.test) return print_tables(summary);
  out_ << (json_ ? sequential_json(*summary.test) : sequential_text(*summary.test)) << std::flush;
}

// The seed is printed only when nothing more will be played: a bot might be able to read this output.
void OutcomePrinter::print_tables(const RunSummary& summary) {
  const TournamentReport& report = summary.report;
  const std::string folder = summary.folder.string();
  const double seconds = std::chrono::duration<double>(summary.elapsed).count();
  out_ << fmt::format("\n{}: {} in {} ({:.0f} per second), rules {}{}\n\n", report.config.name,
                      counted(summary.rounds, "round"), elapsed_text(summary.elapsed),
                      seconds > 0 ? static_cast<double>(summary.rounds) / seconds : 0, preset_name(report.config.rules),
                      summary.stopped ? "" : fmt::format(", seed {}", report.config.seed));
  if (summary.stopped) out_ << "Stopped before its end: the table counts the boards that were played.\n\n";
  out_ << tournament_text(report, folder) << "\nAll results: " << folder
       << "/ (results.json, results.csv, usage.csv, tournament.sqlite, arena.log)" << std::endl;
}

}  // namespace tichu::arena
