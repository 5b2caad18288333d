#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arena/presentation/watch/tournament_log.h"
#include "arena/text/line_output.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/observer.h"

namespace tichu::arena {

/// Writes what happens in a tournament as JSON Lines while it runs (arena/presentation/watch/EVENTS.md). Only
/// `finished` and `failed` wait for the reader, and nothing throws: if the reader is gone or the disk is full, the log
/// says so once and the tournament continues without the stream.
class TournamentStream : public TournamentObserver {
 public:
  /// How long `finished` waits for a reader that reads nothing.
  static constexpr std::chrono::milliseconds DrainTimeout{10'000};

  /// The shortest time between two standings.
  static constexpr std::chrono::seconds UsualPause{5};

  /// `log` must outlive the stream. `program` is the name and version of the arena; results are kept in `folder`.
  TournamentStream(std::unique_ptr<LineOutput> output, TournamentLog& log, std::string program, std::string folder,
                   std::chrono::nanoseconds pause = UsualPause);

  void started(const RunStart& start) override;
  /// A line for the board, and one for each of its faults.
  void field_changed(const FieldNews& news) override;
  void board_finished(const FinishedJob& finished) override;
  /// True if standings are due; they cost a tournament little, however many boards it has.
  bool wants_standings() const override;
  void standings(const TournamentReport& report, std::chrono::steady_clock::time_point began) override;
  /// Writes the last standings, how a sequential test ended, and the last line; waits until all is written, or logs
  /// what is lost.
  void finished(const RunSummary& summary) override;
  /// Writes the last line of a tournament that ended because the machine failed; waits likewise.
  void failed(const std::string& reason) override;

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
  std::uint64_t seed_ = 0;  ///< written at the end: until then a bot might read it
  std::uint64_t number_ = 0;
  std::uint64_t lost_ = 0;
  bool told_ = false;  ///< the log has said that nobody reads
};

}  // namespace tichu::arena
