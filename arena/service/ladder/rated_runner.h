#pragma once

#include <array>
#include <atomic>
#include <deque>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/service/ladder/boards_under_way.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/version_table.h"
#include "arena/statistics/rating/field_rating.h"
#include "arena/statistics/rating/tallied_boards.h"
#include "arena/tournament/league.h"
#include "arena/tournament/store/tournament_folder.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// The rated boards: one open tournament, which is played without end in a thread of its own, and what is known from
/// it. Several threads may use it.
class RatedRunner {
 public:
  /// `ladder` is its folder; the tournament lies in it. All must outlive this object.
  RatedRunner(std::filesystem::path ladder, const LadderSettings& settings, const FileStore& store, LadderClock now,
              PlayOptions options);
  ~RatedRunner();
  RatedRunner(const RatedRunner&) = delete;
  RatedRunner& operator=(const RatedRunner&) = delete;

  /// Begins to play. `seed` is that of a fresh tournament, which is made if there was none before (`has_begun`): one
  /// that has gone is waited for. `log` gets lines for whoever runs the ladder.
  void start(std::uint64_t seed, bool has_begun, std::function<void(const std::string&)> log);
  /// Ends after the boards under way.
  void stop();
  /// No further boards until it is called with false.
  void pause(bool paused) { paused_ = paused; }
  /// From now on it plays a tenth of the time, or, with false, all of it.
  void slow_down(bool slow) { slow_ = slow; }
  bool is_slow() const { return slow_; }

  std::filesystem::path folder() const;
  /// What is wrong if there is no tournament though one had begun.
  InputError gone() const;
  /// Whether there is a tournament to enter.
  bool is_there() const { return holds_tournament(folder()); }
  /// Takes a version in, once: if it has entered already, its number then.
  OrInputError<EntrantId> enter(const VersionRow& version, const std::optional<std::string>& former);
  /// Brings the field in line with what versions are to do: those named play, others pause or have retired for good.
  void settle(const std::map<std::string, EntrantState>& wanted);

  /// Of these names in the field those whose files nobody needs: they are not there, or have retired, and every board
  /// that was decided before is stored, so that none of theirs is to be played or may yet be decided.
  std::set<std::string> without_need_of_files(std::set<std::string> entry_names) const;

  /// Asks for a season with this seed, once. Returns its first board when it is known and every board before it is on
  /// the disk, so that none of them can be played again; else nullopt, and it is to be called again.
  std::optional<JobNumber> begin_season(std::uint64_t number, std::uint64_t seed);

  /// By entrant's number. What needs all boards waits for those that a start still reads, and throws what kept it from
  /// them.
  std::vector<EntrantFigures> figures() const;
  struct Rating {
    std::vector<EntrantFigures> figures;          ///< by entrant
    std::shared_ptr<const FieldRating> points;    ///< of the same entrants
    std::uint64_t boards = 0;                     ///< stored, with those that were left out
    std::vector<std::uint64_t> struck;            ///< of each struck pair: boards that were left out
    std::vector<std::vector<std::size_t>> alike;  ///< `alike_entrants`
  };
  /// Rates by all boards but those between two that are struck. `figures` count every board. `field`: against whom.
  Rating rate(const std::vector<std::array<EntrantId, 2>>& struck, const std::set<EntrantId>& field) const;
  /// The margins of all rated boards.
  WeighedValues margins() const;
  /// Reads what is stored, if there is something and nothing plays here.
  void recall_if_idle();

  /// Stored; never waits.
  std::uint64_t boards() const;
  /// Seconds since 1970 of the last board, or of the start.
  double last_board() const { return last_board_; }
  double boards_a_minute() const;
  /// Why it does not play, if something keeps it from it; empty if nothing does.
  struct Trouble {
    std::string code;  ///< "broker_away", "no_workers", or "machine" for all else
    std::string text;  ///< one sentence for everybody
  };
  Trouble trouble() const;
  /// Those that play in place of this process; null if none do, or if it is not known yet.
  std::shared_ptr<const SeenWorkers> workers() const;
  std::uint64_t machine_faults() const { return machine_faults_; }
  /// Of bots since the start.
  struct Faults {
    std::vector<std::pair<FaultKind, std::uint64_t>> kinds;  ///< every kind
    /// Late answers of bots that came with the arena, which are the machine's doing.
    std::uint64_t late_references = 0;
    std::uint64_t late_references_lately = 0;  ///< those of the latest ten minutes
  };
  Faults faults() const;
  /// Decisions which board is next since the start, and how long they took.
  TimesTaken scheduling() const;
  /// What the threads of this process are playing; what workers play is not among it.
  std::vector<BoardUnderWay> under_way() const { return under_way_.boards(); }

 private:
  class Watch;
  void recall();
  /// Until the start has read what is stored.
  void await_boards() const;
  void run(std::uint64_t seed);
  void play_once(std::uint64_t seed);
  /// Before a board: waits nine times as long as the thread's former one took, if the ladder is slow.
  void wait_if_slow();
  /// The same for workers, who have some seconds of boards at a time.
  bool rests() const;
  /// `reason`: for whoever runs the ladder.
  void note_trouble(Trouble trouble, const std::string& reason);
  TournamentStore opened_store() const;
  OrInputError<Tournament> opened(std::uint64_t seed);
  TournamentConfig fresh_config(std::uint64_t seed) const;
  void note(const FinishedJob& finished);
  /// `scheduling`: since the last time.
  void note(const Progress& progress, const TimesTaken& scheduling);
  /// What kept it from playing is gone; the lock is held.
  void forget_trouble();
  /// Adds a board to `counts_`; the lock is held.
  void count(const RatedBoard& board);
  void say(const std::string& line) const;

  std::filesystem::path ladder_;
  const LadderSettings& settings_;
  const FileStore& store_;
  LadderClock now_;
  PlayOptions options_;
  std::function<void(const std::string&)> log_;
  std::thread thread_;
  std::shared_future<void> recalled_;  ///< set by the start; kept by it alone
  std::atomic<bool> stopping_ = false;
  bool has_begun_ = false;  ///< there was a tournament; only the thread that plays changes it
  std::atomic<bool> paused_ = false;
  std::atomic<bool> slow_ = false;
  std::atomic<double> last_board_ = 0;
  std::atomic<std::uint64_t> machine_faults_ = 0;
  BoardsUnderWay under_way_;
  mutable std::mutex mutex_;
  TalliedBoards tallied_;               ///< the rated boards, no two of which have the same deal
  std::uint64_t stored_ = 0;            ///< of them those that a start has still to read
  std::vector<EntrantFigures> counts_;  ///< by entrant: boards and faults
  std::vector<std::vector<bool>> met_;  ///< by entrant: whom
  std::deque<double> recent_;           ///< when the latest boards came, at most a minute's, in order
  Trouble trouble_;                     ///< why the latest run ended
  std::string said_reason_;
  std::optional<double> well_since_;  ///< the first sign of life after the latest trouble
  std::shared_ptr<const SeenWorkers> workers_;
  double workers_since_ = 0;  ///< when some were there last
  std::map<FaultKind, std::uint64_t> faults_;
  std::uint64_t late_references_ = 0;
  std::deque<double> recently_late_;  ///< when the latest of them came, in order
  TimesTaken scheduling_;
};

}  // namespace tichu::arena
