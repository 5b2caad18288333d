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
  out_ << wrapped(
      fmt::format("\n{}: {} in {} ({:.0f} per second), rules {}{}\n\n", report.config.name,
                  counted(summary.rounds, "round"), elapsed_text(summary.elapsed),
                  seconds > 0 ? static_cast<double>(summary.rounds) / seconds : 0, preset_name(report.config.rules),
                  summary.stopped ? "" : fmt::format(", seed {}", report.config.seed)),
      width_);
  if (summary.stopped) {
    out_ << wrapped("Stopped before its end: the table counts the boards that were played.\n\n", width_);
  }
  out_ << tournament_text(report, folder, width_)
       << wrapped("\nAll results: " + folder + "/ (results.json, results.csv, usage.csv, bots.csv, " +
                      (report.partnerships ? "partnerships.csv, " : "") + "tournament.sqlite, arena.log)",
                  width_)
       << std::endl;
}

}  // namespace tichu::arena
