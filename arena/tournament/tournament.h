#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/remote_seats.h"
#include "arena/ids.h"
#include "arena/text/input_error.h"
#include "arena/text/words.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/play/invalidation.h"
#include "arena/tournament/play/observer.h"
#include "arena/tournament/play/remote_play.h"
#include "arena/tournament/play/tournament_report.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/stored_board.h"
#include "arena/tournament/store/stored_results.h"
#include "arena/tournament/store/stored_runs.h"
#include "arena/tournament/store/tournament_folder.h"

namespace tichu::arena {

/// Up to how many boards a ladder is resumed.
struct BoardLimit {
  std::uint64_t boards = 0;  ///< at least 1
  bool more = false;         ///< more than are stored, instead of in all
};

/// How a tournament is to be played, as far as no result depends on it.
struct PlayOptions {
  std::string program;                    ///< who plays: name, version and revision, for the log and the database
  std::optional<int> concurrency;         ///< instead of the configuration's
  bool allow_unsandboxed = false;         ///< besides the configuration's
  bool accept_changes = false;            ///< go on although files of bots have changed
  std::optional<BotSpec> luck_reference;  ///< the bot whose play tells the luck of the cards (control variates)
  bool own_luck = false;                  ///< in place of a reference the entrants' own play tells it
  /// Of a ladder that is resumed. One above the ladder's own limit becomes that limit, and is stored; any other is for
  /// this run alone.
  std::optional<BoardLimit> limit;
  std::optional<std::chrono::nanoseconds> time;  ///< after which the run is stopped, though it has not failed
  /// The bots are neither tried nor, if it is resumed, compared with what they were, since whoever plays answers for
  /// them. So a thousand of them cost no time, and one that does not start commits a fault in play.
  bool knows_bots = false;
  /// Called before each attempt to play a board, from 1, by the thread that plays it. What it throws is a failure of
  /// the machine: the board is played again, and nothing of it is scored.
  std::function<void(const Job& job, int attempt)> before_board = {};
  bool keeps_output = false;                     ///< of bots that threads of this process play: SeatOutput
  std::shared_ptr<RemoteSeats> seats = nullptr;  ///< for remote bots; null: there can be none
  RemotePlay remote = nullptr;                   ///< empty: the threads of this process play
  std::function<bool()> rests = {};              ///< of `remote`
  /// What keeps the false work of workers that play or have played the tournament.
  InvalidationBookMaker invalidations = {};
};

/// What every tournament has (what only ladders have: `League`): one object owns its life, from a configuration or a
/// folder to its last result. It is stored in one folder; the set of finished jobs there is its only state, so it can
/// be killed at any time. One thread at a time. Failures of the machine leave as std::runtime_error; what was stored
/// before stays valid.
class Tournament {
 public:
  /// A fresh tournament, ready to `run`: judges the configuration, finds the sandbox, tries every bot, makes the folder
  /// and locks it. Returns what is wrong; then nothing was written. Bots that cannot play are wrong, all of them are
  /// named; but a ladder begins without those that a pattern of files found (`TournamentConfig::origin`). `where` names
  /// the source of the configuration in errors. The folder goes with this object unless `run` was called.
  static OrInputError<Tournament> create(TournamentConfig config, const std::string& where, const PlayOptions& options);
  /// A stored tournament, ready to `run` to its end: the same, but by the configuration in the folder. Also refuses a
  /// tournament that another process plays, that was imported, or whose bots have changed since
  /// and have something left to play. Throws DamagedStore if the database cannot be read.
  static OrInputError<Tournament> reopen(const std::filesystem::path& folder, const PlayOptions& options);
  /// A stored tournament to be read, which another process may be playing; `where` names who asks in errors.
  static OrInputError<Tournament> open(const std::filesystem::path& folder, const std::string& where);
  Tournament(Tournament&& other) noexcept;
  Tournament& operator=(Tournament&& other) noexcept;
  ~Tournament();

  /// Plays what is not stored yet, on all threads. Only after `create` or `reopen`, and once. `stop_requested` is asked
  /// often by this thread: if it says yes, the boards under way are finished and stored, and the run ends. A failure of
  /// the host is told to the observers and rethrown.
  RunSummary run(const std::function<bool()>& stop_requested, Observers observers);

  const std::filesystem::path& folder() const;
  /// Of a ladder with those who have entered until it was first asked for anything; of others who enter later this
  /// object tells nothing. Throws std::runtime_error if it cannot be read.
  TournamentConfig config() const;
  /// Who wrote the database: program, version and revision.
  std::string program() const;
  /// Whether some process plays it at this moment.
  bool is_running() const;

  /// All figures of what is stored, by the stored configuration or by another with the same entrants.
  TournamentReport report() const;
  TournamentReport report(const TournamentConfig& config) const;

  /// When something was last stored, in seconds since 1970.
  std::time_t last_stored() const;
  /// How far it has come; cheaper than a report.
  StoredProgress progress() const;
  /// With what its boards were played: bots as they were, sandboxes.
  StoredRuns runs() const;
  std::uint64_t board_count() const;
  /// Nullopt if no board is finished.
  std::optional<JobNumber> latest_job() const;
  bool has_board(JobNumber job) const;
  /// A finished board with all its rounds; nullopt if there is none. Throws std::runtime_error if it is damaged.
  std::optional<StoredBoard> board(JobNumber job) const;
  /// How many bytes its rounds take before they are compressed; 0 if damage hides that, nullopt if there is none.
  std::optional<std::uint64_t> board_bytes(JobNumber job) const;
  /// Hands out every board in the order of jobs until `take` returns false; `on_damage` gets those that cannot be read.
  void each_board(const std::function<bool(const StoredBoard& board)>& take, const OnDamage& on_damage) const;
  /// Finished boards whose rounds are missing, so that nothing but their results is left.
  std::vector<DamagedJob> boards_without_rounds() const;
  /// What SQLite's own check finds wrong with the database, one sentence each; it reads all of it.
  std::vector<std::string> database_flaws() const;
  /// One round's record; nullopt if it is not stored. Throws as `board` does.
  std::optional<Record> record(JobNumber job, SeatingNumber seating, RoundNumber round) const;

  /// Every fault by job, seating and round, without its evidence.
  std::vector<FinishedFault> faults(const OnDamage& on_damage) const;
  /// One of them with the last bytes that were exchanged and the end of the bot's standard error.
  FinishedFault fault(const FinishedFault& listed) const;
  /// How often something was added to what bots used: changes with every job, and once more after the last.
  std::uint64_t usage_count() const;

 private:
  struct State;
  explicit Tournament(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

/// A stored tournament is made of records of rounds (JSON Lines) that were played elsewhere, in a folder that must be
/// free. Returns how many rounds were stored. All or nothing is written.
OrInputError<std::uint64_t> import_tournament(const std::vector<std::string>& files,
                                              const std::filesystem::path& folder, const std::string& program);

}  // namespace tichu::arena
