#pragma once

#include <iosfwd>

#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// Prints what came of a run: tables and notes, or the verdict of a sequential test. Stands before observers that write
/// files: a result took long to get, and a file that cannot be written must not lose it.
class OutcomePrinter : public TournamentObserver {
 public:
  /// `out` must outlive the printer. `json` prints a test's verdict as one JSON object.
  OutcomePrinter(std::ostream& out, bool json) : out_(out), json_(json) {}

  void finished(const RunSummary& summary) override;

 private:
  void print_tables(const RunSummary& summary);

  std::ostream& out_;
  bool json_;
};

}  // namespace tichu::arena
