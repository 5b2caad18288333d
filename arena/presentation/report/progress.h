#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

namespace tichu::arena {

/// How far a tournament has come.
struct Progress {
  std::uint64_t jobs_done = 0;                             ///< in this run
  std::optional<std::uint64_t> jobs_total = std::nullopt;  ///< nothing: there is no end
  std::uint64_t rounds = 0;
  std::uint64_t faults = 0;
  std::chrono::nanoseconds elapsed{0};
  std::uint64_t jobs_before = 0;  ///< that were stored before it
  std::string leader = {};        ///< who scores most points a round so far; empty where nobody is known
};

/// One line: share, boards, rounds a second, time left (from the mean rate so far), leader and faults.
std::string progress_text(const Progress& progress);

/// A duration that may be guessed, for people: "8 s", "3 min 20 s", "2 h 5 min"; what is over a second counts as one
/// more.
std::string duration_text(std::chrono::nanoseconds duration);

/// One that was measured: below a minute three digits, such as "0.0123 s" or "42.1 s"; else as `duration_text`.
std::string elapsed_text(std::chrono::nanoseconds duration);

/// Shows progress while a tournament runs: on a terminal one line with a bar that is rewritten and never wider than it
/// is, elsewhere a plain line now and then.
class ProgressDisplay {
 public:
  /// `out` must outlive the display.
  ProgressDisplay(std::ostream& out, bool terminal) : out_(out), terminal_(terminal) {}

  /// Shows the state, if it is time for it: every 0.2 s on a terminal, every 5 s elsewhere, by `progress.elapsed`.
  void update(const Progress& progress);
  /// Takes the line off the terminal, before other text is written there.
  void clear();

 private:
  std::ostream& out_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::nanoseconds last_{0};
};

}  // namespace tichu::arena
