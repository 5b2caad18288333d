#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/presentation/report/tournament_report.h"
#include "arena/text/line_output.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/tournament_log.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// What is known of a tournament when it begins.
struct TournamentStart {
  const TournamentConfig& config;
  const std::vector<Entrant>& entrants;
  std::optional<std::uint64_t> boards_planned;  ///< nothing: there is no end
  std::uint64_t boards_stored = 0;              ///< played before this run
  std::size_t threads = 1;
};

/// How a tournament ended.
struct TournamentEnd {
  bool stopped = false;      ///< before all was played
  std::uint64_t rounds = 0;  ///< of this run
  std::uint64_t faults = 0;  ///< of the whole tournament
  std::uint64_t boards = 0;  ///< of the whole tournament
};

/// An event as JSON Lines while it runs (arena/presentation/report/EVENTS.md). Nothing here waits for the reader but
/// `close` and `fail`, and nothing throws: where the reader is gone or the disk full the log says so once and the
/// tournament goes on without it. One thread at a time.
class TournamentStream {
 public:
  /// How long `close` waits for a reader that takes nothing.
  static constexpr std::chrono::milliseconds Patience{10'000};

  /// Between two standings, at least.
  static constexpr std::chrono::seconds UsualPause{5};

  /// `log` must outlive the stream. `program` plays the tournament, whose results are kept in `folder`.
  TournamentStream(std::unique_ptr<LineOutput> output, TournamentLog& log, std::string program, std::string folder,
                   std::chrono::nanoseconds pause = UsualPause);

  void started(const TournamentStart& start);
  /// A finished board, and a line for each of its faults.
  void board(const FinishedJob& finished);
  /// Whether it is time for `standings`: they are to cost a tournament little, however many its boards are.
  bool standings_are_due() const;
  /// The standings so far; `began` is when the caller began to compute them. Of `report` only configuration, entrants,
  /// standings and places count.
  void standings(const TournamentReport& report, std::chrono::steady_clock::time_point began);
  /// How a sequential test ended, as one JSON object (arena/statistics/sequential/README.md).
  void test(const std::string& json);
  /// The last line of a tournament that ended in good order; waits until all is written, or says what is lost.
  void close(const TournamentEnd& end);
  /// The last line of a tournament that the machine could not go on with; the same.
  void fail(const std::string& reason);

 private:
  struct Line;
  std::string text_of(const Line& line);
  void add(const Line& line);
  void add_last(const Line& line);
  void tell_of_failure();

  std::unique_ptr<LineOutput> output_;
  TournamentLog& log_;
  std::string program_;
  std::string folder_;
  std::chrono::nanoseconds pause_;
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::time_point next_standings_;
  std::vector<std::string> entrants_;
  std::vector<std::string> bots_;
  std::uint64_t seed_ = 0;  ///< told at the end: until then a bot might read it
  std::uint64_t number_ = 0;
  std::uint64_t lost_ = 0;
  bool told_ = false;  ///< that nobody reads
};

}  // namespace tichu::arena
