#pragma once

#include <iosfwd>

#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// Prints the results of a run: tables and notes, or the verdict of a sequential test. Comes before observers that
/// write files: a file that cannot be written must not lose a result that took long to get.
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
