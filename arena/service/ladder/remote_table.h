#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/remote_bot.h"
#include "arena/service/ladder/version.h"

namespace tichu::arena {

/// A remote bot's row.
struct RemoteRow {
  std::int64_t bot = 0;
  std::string name;
  std::optional<AccountId> author;
  std::string token;  ///< the id of its seat's token
  RemoteState state = RemoteState::Active;
  std::string code;
  RemoteVersionId latest;
  int number = 0;  ///< of the latest version
  // Since it was declared or resumed last:
  std::uint64_t boards = 0;
  std::uint64_t lost = 0;
  std::uint64_t faults = 0;
};

/// The boards of a meeting so far.
struct MeetingSums {
  std::uint64_t boards = 0;
  std::uint64_t faults = 0;   ///< boards with a fault of the remote version
  std::uint64_t counted = 0;  ///< without those at which a boxed bot alone was at fault
  double margin = 0;          ///< of the counted ones, the sum of points per round
  double squares = 0;
};

/// Who plays in a meeting, and since when it is over.
struct MeetingRow {
  RemoteMeetingId id;
  std::int64_t bot = 0;
  int number = 0;  ///< of the remote version
  VersionId partner;
  VersionId opponent;
  std::uint64_t boards = 0;
};

/// A seat and the keyed hash of its token's secret.
struct SeatToken {
  std::int64_t bot = 0;
  std::string name;
  std::string token;  ///< its id
  std::string hash;
};

/// Remote bots and their meetings, in one transaction. Nothing is committed.
class RemoteTable {
 public:
  explicit RemoteTable(LadderDatabase::Work& work) : work_(work) {}

  std::optional<RemoteRow> find(const std::string& name);
  std::optional<RemoteRow> find(std::int64_t bot);
  std::uint64_t count_of(AccountId author);
  /// Adds a version, which is active; the bot's former token is another one's from now on. Returns its number.
  int declare(std::int64_t bot, const std::string& token, const std::string& words);
  /// Counts since the last resumption begin anew.
  void set_state(std::int64_t bot, RemoteState state, const std::string& code);
  /// All but those of withdrawn bots, with sums of their boards; without strength, presence and figures.
  std::vector<RemoteVersion> versions();
  /// By version.
  std::map<RemoteVersionId, std::vector<RemotePairing>> pairings();
  /// Tokens that open a seat.
  std::vector<SeatToken> seat_tokens();

  RemoteMeetingId begin_meeting(RemoteVersionId version, VersionId partner, VersionId opponent);
  void set_sums(RemoteMeetingId meeting, const MeetingSums& sums);
  /// It gets no more boards.
  void end(RemoteMeetingId meeting);
  /// One without boards.
  void remove(RemoteMeetingId meeting);
  /// Counts towards the bot's pause.
  void count(std::int64_t bot, std::uint64_t boards, std::uint64_t faults);
  void count_lost(std::int64_t bot, RemoteVersionId version);
  /// Those that are not over.
  std::vector<RemoteMeetingId> open_meetings();
  /// A bot's, the latest first; from before one of them (nullopt: from the latest on).
  std::vector<MeetingRow> meetings_of(std::int64_t bot, std::optional<RemoteMeetingId> before, std::size_t most);
  std::optional<MeetingRow> find_meeting(RemoteMeetingId meeting);

 private:
  LadderDatabase::Work& work_;
};

}  // namespace tichu::arena
