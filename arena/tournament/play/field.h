#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena/tournament/play/board_executor.h"
#include "arena/tournament/play/isolation.h"
#include "arena/tournament/play/job_feed.h"
#include "arena/tournament/play/observer.h"
#include "arena/tournament/play/roster.h"
#include "arena/tournament/store/tournament_store.h"

namespace tichu::arena {

/// Who plays in a run. Of a ladder it takes note of the changes that are asked for while it runs, through the database,
/// by whatever process. To be used by the thread that runs the tournament.
class Field {
 public:
  /// All must outlive it. `sandbox` is that of those who are in the configuration.
  Field(TournamentConfig config, const Sandbox* sandbox, bool keeps_output, TournamentStore& store,
        TournamentObserver& observer);

  /// They grow; the references stay valid.
  const TournamentConfig& config() const { return config_; }
  const std::vector<Entrant>& entrants() const { return entrants_; }
  std::shared_ptr<const Roster> roster() const { return roster_; }

  /// The changes that have had effect before, for a schedule to recall.
  std::vector<TakenChange> taken() const;
  /// Takes note of what was asked for since the last call, if that is a moment ago; `place` is null before there is
  /// one. Whether somebody has entered.
  bool take_note(JobFeed& feed, BoardExecutor* place);
  /// A finished board, from which it learns what boards of an entrant take.
  void note_cost(const FinishedJob& finished);

 private:
  /// What boards of an entrant took since it was stored last.
  struct Cost {
    double seconds = 0;
    std::uint64_t boards = 0;
    double stored = 0;
  };

  /// Takes note of seasons that were asked for: what is decided from now on is theirs.
  void begin_seasons(JobFeed& feed, BoardExecutor* place);
  bool is_ladder() const { return !config_.test && config_.schedule.kind == ScheduleKind::Ladder; }
  void admit(const std::vector<StoredChange>& changes);
  /// Finds a sandbox for the bots that are not trusted. False if there is none.
  bool isolate_all();
  void learn(const FieldChange& change);

  TournamentConfig config_;
  std::vector<Entrant> entrants_;
  const Sandbox* sandbox_;
  const bool keeps_output_;
  std::vector<Isolation> isolations_;  ///< made in this run: players may still use an older one
  std::shared_ptr<const Roster> roster_;
  TournamentStore& store_;
  TournamentObserver& observer_;
  std::vector<StoredChange> taken_;
  std::uint64_t next_change_ = 0;
  std::vector<Cost> costs_;  ///< by entrant
  std::chrono::steady_clock::time_point asked_{};
};

}  // namespace tichu::arena
