#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// One line: share, boards, rounds per second, time left (from the mean rate so far), leader and faults. Of a test,
/// which ends by itself, the boards expected at each hypothesis and the limit in place of share and time.
std::string progress_text(const Progress& progress);

/// Shows progress while a tournament runs: on a terminal one line with a bar that is rewritten and never wider than the
/// terminal, elsewhere a plain line now and then. Comes before observers that write to the same place, because it
/// clears its line before they write.
class ProgressDisplay : public TournamentObserver {
 public:
  /// `out` must outlive the display.
  ProgressDisplay(std::ostream& out, bool terminal) : out_(out), terminal_(terminal) {}

  /// Shows the state if it is due: every 0.2 s on a terminal, every 5 s elsewhere, by `progress.elapsed`.
  void progressed(const Progress& progress) override;
  void noted(const RunNote& /*note*/) override { clear(); }
  void board_finished(const FinishedJob& finished) override;
  void stopping() override { clear(); }
  void finished(const RunSummary& /*summary*/) override { clear(); }
  void failed(const std::string& /*reason*/) override { clear(); }

 private:
  void clear();

  std::ostream& out_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::nanoseconds last_{0};
};

}  // namespace tichu::arena
