#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/service/ladder/account.h"
#include "arena/service/ladder/ladder_database.h"
#include "arena/service/ladder/ladder_seats.h"
#include "arena/service/ladder/ladder_settings.h"
#include "arena/service/ladder/ratings.h"
#include "arena/service/ladder/refusal.h"
#include "arena/service/ladder/remote_bot.h"
#include "arena/tournament/store/stored_board.h"

namespace tichu::arena {

/// A board of a remote bot.
struct RemoteBoardName {
  RemoteMeetingId meeting;
  JobNumber job;
};

/// A finished board as everybody may see it.
struct ShownRemoteBoard {
  StoredBoard board;
  std::array<std::string, 2> sides;  ///< what the job's entrants are called
};

/// The remote bots of a ladder: what is shown of them, and what authors do with them. Several threads may use it.
class RemoteBots {
 public:
  /// All must outlive this object.
  RemoteBots(std::filesystem::path ladder, LadderDatabase& database, const LadderSettings& settings,
             const ServerKey& key, Ratings& ratings, LadderSeats& seats)
      : ladder_(std::move(ladder)),
        database_(database),
        settings_(settings),
        key_(key),
        ratings_(ratings),
        seats_(seats) {}

  /// A version of a bot of the caller's, which is made with its first: `words` say what plays. The bot's former version
  /// plays no more, and its token ends. Refused with `remote_off`, `words_bad`, `quota_uploads`, `quota_bots`, or as
  /// the name of a submission is.
  OrRefusal<DeclaredRemote> declare(const Caller& caller, const std::string& bot, const std::string& words);
  /// Pauses it, lets it play on, or withdraws it with its name. For its author and moderators.
  OrRefusal<void> change(const Caller& caller, const std::string& bot, RemoteState wanted);
  /// All versions but those of withdrawn bots: those with a strength by it, the strongest first, then the others.
  std::vector<RemoteVersion> list();
  /// A bot's finished boards, the latest first, at most so many; from before one of them on.
  OrRefusal<std::vector<RemoteBoard>> boards(const std::string& bot, std::optional<RemoteBoardName> before,
                                             std::size_t most);
  /// One of them.
  OrRefusal<ShownRemoteBoard> board(const std::string& bot, const RemoteBoardName& name);

  LadderSeats& seats() { return seats_; }

 private:
  std::filesystem::path ladder_;
  LadderDatabase& database_;
  const LadderSettings& settings_;
  const ServerKey& key_;
  Ratings& ratings_;
  LadderSeats& seats_;
};

}  // namespace tichu::arena
