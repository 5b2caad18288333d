#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "arena/hosting/sandbox/sandbox.h"
#include "arena/service/ladder/file_store.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_seats.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/remote_table.h"
#include "arena/service/ladder/version_table.h"
#include "arena/tournament/config/tournament_config.h"
#include "arena/tournament/store/finished_job.h"

namespace tichu::arena {

/// Where the meetings of remote bots are stored, a tournament's folder each.
std::filesystem::path remote_folder(const std::filesystem::path& ladder, RemoteMeetingId meeting);

/// Plays the boards of remote bots whose clients are at their seats, in turns: one table each, at which the bot has one
/// seat, a boxed bot is its partner, and another boxed bot sits at both others. So it never sees two hands of a deal.
/// What is given back is dealt anew, since whoever has seen cards of a board must not play it again. Several threads;
/// nothing that it does is known to the rated boards.
class RemoteRunner {
 public:
  /// `program` is who plays, for the stores; bots that are not trusted play in `box`, or without a box if it is null;
  /// `rests` says that nothing new is to be begun. All others must outlive this object.
  RemoteRunner(std::filesystem::path ladder, LadderDatabase& database, const FileStore& store,
               const LadderSettings& settings, LadderSeats& seats, const Sandbox* box, std::string program,
               std::function<bool()> rests);

  /// Ends the meetings that a former process left; what is stored of them counts. Before the first `work_once`.
  void settle_interrupted();
  /// Waits for a client, and plays some boards of the bot whose turn it is. False if it rests or nothing was stored.
  bool work_once();

 private:
  struct Meeting;
  struct Play;
  class Seats;

  /// Of the bot whose turn it is, once there is one; nullopt if it rests.
  std::optional<Meeting> next_meeting();
  std::optional<LadderSeats::Place> take_turn();
  void leave(std::int64_t bot);
  std::optional<Meeting> begun(const LadderSeats::Place& place);
  TournamentConfig config_of(const Meeting& meeting) const;
  Play play_of(const Meeting& meeting) const;
  void play(Meeting& meeting);
  void play_boards(Meeting& meeting, Play& play);
  bool is_over(const Meeting& meeting) const;
  /// Waits until the seat may play a board again. False if the meeting is to end.
  bool await_turn(const Meeting& meeting);
  /// Its folder with an empty store.
  void make_store(Play& play) const;
  void store(Meeting& meeting, Play& play, const FinishedJob& finished);
  /// Of one without boards nothing is left. `sums`: instead of those that were noted.
  void end(RemoteMeetingId meeting, const std::optional<MeetingSums>& sums);
  void conclude(const Meeting& meeting, bool lost);
  /// Pauses a bot that loses too many boards or commits too many faults, and tells its author.
  void pause_if_unfit(LadderDatabase::Work& work, const RemoteRow& remote) const;

  std::filesystem::path ladder_;
  LadderDatabase& database_;
  const FileStore& store_;
  const LadderSettings& settings_;
  LadderSeats& seats_;
  const Sandbox* const box_;
  const std::string program_;
  std::function<bool()> rests_;
  std::mutex aside_;    ///< held while a store is made or filled
  std::mutex looking_;  ///< held by the one thread that waits for a client
  std::mutex mutex_;
  std::set<std::int64_t> playing_;              ///< bots
  std::map<std::int64_t, std::uint64_t> last_;  ///< by bot: the number of its latest turn
  std::uint64_t turns_ = 0;
  std::map<std::int64_t, std::chrono::steady_clock::time_point> latest_;  ///< by bot: when its latest board began
};

}  // namespace tichu::arena
