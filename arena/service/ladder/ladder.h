#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "arena/service/ladder/accounts.h"
#include "arena/service/ladder/dump_file.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/guest_tables.h"
#include "arena/service/ladder/hooks.h"
#include "arena/service/ladder/housekeeping.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_field.h"
#include "arena/service/ladder/ladder_figures.h"
#include "arena/service/ladder/ladder_health.h"
#include "arena/service/ladder/ladder_seats.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ladder_signal.h"
#include "arena/service/ladder/own_boards.h"
#include "arena/service/ladder/play_requests.h"
#include "arena/service/ladder/rated_runner.h"
#include "arena/service/ladder/ratings.h"
#include "arena/service/ladder/remote_bots.h"
#include "arena/service/ladder/remote_runner.h"
#include "arena/service/ladder/request_runner.h"
#include "arena/service/ladder/residuals.h"
#include "arena/service/ladder/seasons.h"
#include "arena/service/ladder/submission_pipeline.h"
#include "arena/service/ladder/submissions.h"
#include "arena/service/ladder/tags.h"
#include "arena/service/ladder/versions.h"
#include "arena/service/ladder/worker_audit.h"
#include "arena/text/input_error.h"
#include "arena/tournament/play/invalidation.h"
#include "arena/tournament/play/remote_play.h"
#include "arena/tournament/schedule/schedule.h"
#include "arena/tournament/store/tournament_lock.h"

namespace tichu::arena {

/// How a ladder is run.
struct LadderOptions {
  std::string program;  ///< name, version and revision, for the databases
  int threads = 0;      ///< instead of the settings'; 0: as they say
  bool play = true;     ///< rated boards are played
  /// Plays the rated boards; null: the threads of this process do. What is built, checked, validated or unranked is
  /// played here all the same.
  RemotePlay workers = nullptr;
  InvalidationBookMaker invalidations = {};  ///< PlayOptions::invalidations of the rated boards
  /// PlayOptions::before_board of the rated boards
  std::function<void(const Job& job, int attempt)> before_board = {};
  std::function<void(const std::string&)> log = {};  ///< a line for the operator; any thread
  /// What it said last before its settings were read again, from where it goes on counting; null at the first start.
  std::shared_ptr<const LadderStatus> earlier = nullptr;
};

/// A ladder: the services that accounts use, and the threads that do steps, play and look after it. It knows no
/// network. Its folder holds ladder.toml, ladder.sqlite (the truth about everything but boards), the folder of the
/// tournament of its boards and the store (files by their hash), so that the process can be killed at any time: what
/// was answered is kept, and what was under way is taken up again.
///
/// Several threads may use it at once. Every text that its services hand out is UTF-8, and may have been chosen by
/// strangers. Failures of the machine leave as std::runtime_error.
class Ladder {
 public:
  /// Opens a ladder. Nothing runs yet: this also serves for administration beside a running service.
  static OrInputError<std::unique_ptr<Ladder>> open(const std::filesystem::path& folder, const LadderOptions& options);
  ~Ladder() { stop(); }
  Ladder(const Ladder&) = delete;
  Ladder& operator=(const Ladder&) = delete;

  /// Starts the threads. Once. Fails if another process runs this ladder.
  OrInputError<void> start();
  /// Ends them: boards and steps under way are broken off or finished, and taken up again at the next start.
  void stop();

  const std::filesystem::path& folder() const { return store_.folder(); }
  const LadderSettings& settings() const { return settings_; }
  /// Words of the languages (`SubmissionLanguage`) that can be built or run on this machine. None before the start.
  std::vector<std::string> languages() const;
  /// Where the rated boards are stored: a tournament's folder, for Tournament::open. It has none before the first
  /// start.
  std::filesystem::path tournament_folder() const { return play_.folder(); }
  LadderStatus status();
  /// The rated boards that this process is playing, by their numbers; those that workers play are not among them.
  std::vector<BoardUnderWay> under_way() const { return play_.under_way(); }
  /// Rated boards stop after those under way, or go on; for moderators.
  OrRefusal<void> pause(const Caller& caller, bool paused, const std::string& reason);
  /// Withdraws all versions of an account and forgets it, its name too. It is the caller's, or the caller is an admin.
  OrRefusal<void> delete_account(const Caller& caller, const std::string& name, const std::string& reason);
  OrInputError<void> backup(const std::filesystem::path& to) { return housekeeping_.backup(to); }

  Accounts& accounts() { return accounts_; }
  Submissions& submissions() { return submissions_; }
  Versions& versions() { return versions_; }
  PlayRequests& requests() { return requests_; }
  Hooks& hooks() { return hooks_; }
  Seasons& seasons() { return seasons_; }
  Ratings& ratings() { return ratings_; }
  Residuals& residuals() { return residuals_; }
  OwnBoards& own_boards() { return own_boards_; }
  Tags& tags() { return tags_; }
  RemoteBots& remote_bots() { return remote_bots_; }
  GuestTables& guests() { return guests_; }
  DumpFile& dump() { return dump_; }

 private:
  /// `folder` holds a ladder. Throws std::runtime_error if it cannot be opened.
  Ladder(const std::filesystem::path& folder, LadderSettings settings, const LadderOptions& options);

  OrInputError<LineTools> find_tools();
  OrInputError<void> check_boxes_see_folder() const;
  void work_in(StepQueue queue);
  void work_unranked();
  void work_remote();
  void start_remote();
  void care();
  void maintain_once();
  bool has_room() const;
  /// Whether no boards may begin: the disk is nearly full, or an operator has paused the ladder.
  bool has_to_rest();
  /// Whether rated boards were begun, so that their tournament must be there.
  bool has_begun() { return database_.setting("rated_play_begun") == "1"; }
  void add_queues(LadderStatus& status);
  void say(const std::string& line) const;

  LadderSettings settings_;
  LadderOptions options_;
  ServerKey key_;
  FileStore store_;
  LadderDatabase database_;
  LadderSignal signal_;
  std::atomic<bool> rests_ = true;  ///< boards of remote bots and of guests are not to be begun
  RatedRunner play_;
  DumpFile dump_;
  Accounts accounts_;
  Versions versions_;
  Submissions submissions_;
  PlayRequests requests_;
  Hooks hooks_;
  Seasons seasons_;
  Ratings ratings_;
  Residuals residuals_;
  OwnBoards own_boards_;
  Tags tags_;
  LadderSeats seats_;
  RemoteBots remote_bots_;
  GuestTables guests_;
  LadderField field_;
  Housekeeping housekeeping_;
  LadderHealth health_;
  WorkerAudit worker_audit_;
  Toolchain toolchain_;
  std::unique_ptr<Sandbox> work_box_;
  std::unique_ptr<Sandbox> bot_box_;
  std::unique_ptr<SubmissionPipeline> line_;
  std::unique_ptr<RequestRunner> unranked_;
  std::unique_ptr<RemoteRunner> remote_;
  std::optional<TournamentLock> lock_;
  std::vector<std::thread> threads_;
  std::atomic<bool> started_ = false;
};

}  // namespace tichu::arena
