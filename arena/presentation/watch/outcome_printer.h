#pragma once

#include <cstddef>
#include <iosfwd>

#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// Prints the results of a run: tables and notes, or the verdict of a sequential test. Comes before observers that
/// write files: a file that cannot be written must not lose a result that took long to get.
class OutcomePrinter : public TournamentObserver {
 public:
  /// `out` must outlive the printer. `json` prints a test's verdict as one JSON object; tables fit `width` columns.
  OutcomePrinter(std::ostream& out, bool json, std::size_t width) : out_(out), json_(json), width_(width) {}

  void finished(const RunSummary& summary) override;

 private:
  void print_tables(const RunSummary& summary);

  std::ostream& out_;
  bool json_;
  std::size_t width_;
};

}  // namespace tichu::arena
