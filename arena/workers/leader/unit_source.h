#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/tournament/play/board_executor.h"
#include "arena/workers/leader/leader.h"
#include "arena/workers/leader/recheck.h"
#include "arena/workers/units/bot_artifact.h"

namespace tichu::arena {

/// A board that need not be played, with the bots that had been given up.
struct PlayedBoard {
  FinishedJob finished;
  std::vector<BotId> given_up;
};

/// Takes boards from a run's feed and makes units of them, of about a second each. It has the files of their bots. One
/// thread.
class UnitSource {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// All must outlive it. `bundled`: the bots that came with this arena.
  UnitSource(const ExecutorContext& needs, Leader& leader, const Recheck& recheck, std::filesystem::path bundled);

  /// A unit of an earlier run, of which no board is stored.
  void take_booked(BookedUnit booked, Time now);
  /// Opens units until there are enough.
  void fill(Time now);
  /// Boards that were asked for and were played in the baseline.
  std::vector<PlayedBoard> take_played();
  /// A job is to be given out again.
  void put_back(WaitingJob job) { waiting_.push_back(std::move(job)); }
  /// Makes a complete unit as workers get it. Throws std::runtime_error if a bot's files cannot be read.
  void make(OpenUnit& open);
  /// A piece of the files of a bot that is in some unit that it made; the error is a sentence.
  tl::expected<units::FilesPiece, std::string> piece(const units::FilesRequest& request);

  /// What a board took.
  void learn(double seconds);
  /// What a board takes; 0: nothing is measured.
  double board_seconds() const { return board_seconds_; }
  /// Units have no more jobs than this from now on.
  void bound_jobs(std::size_t most) { most_jobs_ = std::min(most, most_jobs_); }
  /// A job that the feed had given is finished.
  void note_finished() { --under_way_; }

  bool has_waiting() const { return !waiting_.empty(); }
  /// Whether the feed has given all its jobs.
  bool is_exhausted() const { return all_given_; }
  /// Whether there were no jobs when they were asked for last.
  bool gave_nothing() const { return nothing_given_; }

 private:
  std::size_t jobs_of_unit() const;
  std::vector<WaitingJob> take_jobs(std::size_t most, Time now);
  std::vector<WaitingJob> take_waiting(std::size_t most, Time now);
  bool is_timed(const Job& job, const Roster& roster) const;
  bool take_elsewhere(const Job& job);
  void give_up_booked();
  void open(std::vector<WaitingJob> jobs, Time now);
  const units::Bot& unit_bot(BotId id, const TournamentConfig& config);
  /// Keeps files that were used last. Of a ladder's thousands of bots they would fill the memory.
  void keep(BotArtifact artifact);

  const Baseline* baseline_;
  std::optional<std::uint64_t> boards_left_;  ///< not asked for yet
  Leader& leader_;
  const Recheck& recheck_;
  std::map<JobNumber, UnitNumber> booked_;  ///< jobs of units of an earlier run that are not asked for yet
  std::deque<WaitingJob> waiting_;
  std::vector<PlayedBoard> played_;
  std::size_t most_jobs_;
  double board_seconds_ = 0;
  std::size_t under_way_ = 0;       ///< jobs that the feed has given and that are not finished
  std::size_t most_under_way_ = 0;  ///< when it gave no more for lack of results; 0: that has not happened
  bool all_given_ = false;
  bool nothing_given_ = false;
  // Of what units are made:
  const std::filesystem::path bundled_;
  std::shared_ptr<const Roster> roster_;
  std::string config_;                ///< `unit_config` of the roster's
  double own_speed_ = 0;              ///< this machine's, which is the reference; 0: not measured
  std::map<BotId, units::Bot> bots_;  ///< as units name them
  std::list<BotArtifact> artifacts_;  ///< those used last, the latest first
};

}  // namespace tichu::arena
