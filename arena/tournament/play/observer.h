#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/match/table_view.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/seen_workers.h"
#include "arena/tournament/play/test_report.h"
#include "arena/tournament/play/times_taken.h"
#include "arena/tournament/play/tournament_report.h"
#include "arena/tournament/schedule/entrant.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/finished_job.h"
#include "arena/tournament/store/stored_changes.h"

namespace tichu::arena {

/// What is known of a tournament when a run of it begins.
struct RunStart {
  const TournamentConfig& config;
  const std::vector<Entrant>& entrants;
  std::optional<std::uint64_t> boards_planned;  ///< nullopt: there is no end
  std::uint64_t boards_stored = 0;              ///< played before this run
  std::size_t threads = 1;
};

/// How far a run has come.
struct Progress {
  std::uint64_t jobs_done = 0;                             ///< in this run
  std::optional<std::uint64_t> jobs_total = std::nullopt;  ///< nullopt: there is no end
  std::uint64_t rounds = 0;
  std::uint64_t faults = 0;
  std::chrono::nanoseconds elapsed{0};
  std::uint64_t jobs_before = 0;  ///< that were stored before it
  std::string leader = {};        ///< who scores most points per round so far; empty if nobody is known
  std::shared_ptr<const SeenWorkers> workers = nullptr;  ///< who plays; null: the threads of this process
  TimesTaken scheduling = {};                            ///< `JobFeed::scheduling` of this run
  bool may_end_early = false;                            ///< a test, which is seldom played to `jobs_total`
  std::vector<ExpectedTotal> expected = {};              ///< of a test: `Schedule::expected`
};

/// How a run went.
struct RunSummary {
  TournamentReport report;                              ///< from what is stored
  std::optional<SequentialReport> test = std::nullopt;  ///< what came of it, if it is a sequential test
  std::uint64_t rounds = 0;                             ///< of this run
  std::uint64_t boards = 0;                             ///< that are stored
  std::chrono::nanoseconds elapsed{0};
  bool stopped = false;          ///< before all was played
  bool spent = false;            ///< because its budget was: it has done what it was asked
  std::filesystem::path folder;  ///< the tournament's
};

/// What a run has to say to people.
struct RunNote {
  enum class Level : std::uint8_t { Info, Warning };

  Level level = Level::Info;
  std::string text;
  /// Not for standard error, which may lead into a bot's folder, but for files that no bot can read: secrets, and what
  /// is too much for a terminal.
  bool file_only = false;
};

/// What has changed in the field of a ladder. The references stay valid to the end of the run.
struct FieldNews {
  const TournamentConfig& config;
  const std::vector<Entrant>& entrants;  ///< with those who have entered
  const std::vector<StoredChange>& changes;
};

/// Watches a tournament while it runs. Every function does nothing unless it is overridden, and is called by the thread
/// that called `Tournament::run`, in this order: `started`; `board_finished` for every board, `boards_invalidated`,
/// `field_changed`, `noted`, `progressed`, `standings` and `stopping` meanwhile; `finished` or `failed`. What
/// `finished` throws ends the run as a failure.
class TournamentObserver {
 public:
  virtual ~TournamentObserver() = default;

  virtual void noted(const RunNote& /*note*/) {}
  virtual void started(const RunStart& /*start*/) {}
  /// Of a ladder: before the first board of those who enter.
  virtual void field_changed(const FieldNews& /*news*/) {}
  virtual void board_finished(const FinishedJob& /*finished*/) {}
  /// Some boards that were finished have turned out to be false, and are played again: what is stored now is right.
  virtual void boards_invalidated() {}
  /// Some twenty times a second.
  virtual void progressed(const Progress& /*progress*/) {}
  /// Whether `standings` shall be called now; asked as often as `progressed` is called.
  virtual bool wants_standings() const { return false; }
  /// The standings so far, from what is stored; `began` is when their computation began. Of `report` only
  /// configuration, entrants, results and standings are set.
  virtual void standings(const TournamentReport& /*report*/, std::chrono::steady_clock::time_point /*began*/) {}
  /// No new boards begin; those under way are finished.
  virtual void stopping() {}
  virtual void finished(const RunSummary& /*summary*/) {}
  /// The machine could not go on: `reason` says why.
  virtual void failed(const std::string& /*reason*/) {}

  /// Where the n-th playing thread shows its table; null if this observer watches no tables. Asked between `started`
  /// and the first board; valid until `finished` or `failed` has returned.
  virtual TableView* view(std::size_t /*thread*/) { return nullptr; }
};

/// Several observers as one, called in the order in which they were given. Of views the first that is not null
/// counts.
class Observers : public TournamentObserver {
 public:
  /// All must outlive this object.
  explicit Observers(std::vector<TournamentObserver*> observers = {});

  void noted(const RunNote& note) override;
  void started(const RunStart& start) override;
  void field_changed(const FieldNews& news) override;
  void board_finished(const FinishedJob& finished) override;
  void boards_invalidated() override;
  void progressed(const Progress& progress) override;
  bool wants_standings() const override;
  void standings(const TournamentReport& report, std::chrono::steady_clock::time_point began) override;
  void stopping() override;
  void finished(const RunSummary& summary) override;
  void failed(const std::string& reason) override;
  TableView* view(std::size_t thread) override;

 private:
  std::vector<TournamentObserver*> observers_;
};

}  // namespace tichu::arena
