#include "arena/presentation/watch/outcome_printer.h"

#include <fmt/format.h>

#include <chrono>
#include <ostream>
#include <string>

#include "arena/presentation/report/sequential_report.h"
#include "arena/presentation/report/tables.h"
#include "arena/presentation/report/usage_report.h"
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
  if (const std::string places = places_table(report); !places.empty()) out_ << places << '\n';
  out_ << standings_table(report) << '\n';
  if (const std::string cross = crosstable(report); !cross.empty()) out_ << cross << '\n';
  if (const std::string controls = controls_table(report); !controls.empty()) out_ << controls << '\n';
  if (const std::string faults = fault_table(report); !faults.empty()) {
    out_ << faults << "To explain each: tichu-arena explain " << folder << "\n\n";
  }
  if (const std::string usage = usage_table(report); !usage.empty()) out_ << usage << '\n';
  out_ << duplication_note(report) << reading_notes(report) << "\nAll results: " << folder
       << "/ (results.json, results.csv, usage.csv, tournament.sqlite, arena.log)" << std::endl;
}

}  // namespace tichu::arena
