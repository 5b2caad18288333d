#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/ids.h"
#include "arena/seats/remote_seat.h"
#include "arena/service/ladder/account.h"
#include "arena/service/ladder/remote_rating.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// A version of a remote bot, in the order of declaration over all bots.
using RemoteVersionId = NumberOf<struct RemoteVersionTag>;
/// Boards that a remote version plays one after another with the same others: a tournament's folder.
using RemoteMeetingId = NumberOf<struct RemoteMeetingTag>;

/// What a remote bot does.
enum class RemoteState : std::uint8_t {
  Active,    ///< plays whenever a client is at its seat
  Paused,    ///< by its author or a moderator, or since it lost too many boards or committed too many faults
  Withdrawn  ///< for good; its name is not shown
};

constexpr std::array<std::string_view, 3> words_of(RemoteState) { return {"active", "paused", "withdrawn"}; }

/// A version of a remote bot. What it is its author has declared, and nobody can prove.
struct RemoteVersion {
  RemoteVersionId id;
  std::string bot;
  int number = 0;     ///< from 1
  std::string words;  ///< what its author says of it
  std::string author;
  double declared = 0;     ///< seconds since 1970
  bool is_latest = false;  ///< the others play no more
  RemoteState state = RemoteState::Active;
  std::string code;          ///< why it is in its state
  std::uint64_t boards = 0;  ///< stored
  std::uint64_t faults = 0;  ///< boards of these with a fault of its own
  std::uint64_t lost = 0;    ///< boards that were given back, because its client was lost
  std::optional<RemoteStrength> strength;
  SeatPresence presence;  ///< of the latest
  SeatFigures figures;    ///< of the latest since the service's start

  std::string name() const { return bot + "@" + std::to_string(number); }
};

/// A remote bot that was just declared.
struct DeclaredRemote {
  std::string bot;
  int number = 0;
  NewToken token;  ///< of its seat, with the scope Seat alone; former ones have ended
};

/// A finished board of a remote version.
struct RemoteBoard {
  RemoteMeetingId meeting;
  JobNumber job;
  int number = 0;        ///< of the version
  std::string partner;   ///< "fox@3", by its present name; WithdrawnBot if that is not shown
  std::string opponent;  ///< likewise
  double margin = 0;     ///< points per round, seen from the remote version
  bool fault = false;    ///< of its own
  std::optional<std::int64_t> stored = std::nullopt;  ///< seconds since 1970
};

}  // namespace tichu::arena
