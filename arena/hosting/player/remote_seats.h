#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/hosting/player/player.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/text/input_error.h"

namespace tichu::arena {

/// The bot of a remote seat was lost in the middle of a board: a failure of the machine, not of the bot, so the board
/// is played again.
class SeatLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Nobody waits any more for a bot that is away or still starts: the board is given up without a result.
class SeatsClosed : public std::runtime_error {
 public:
  SeatsClosed() : std::runtime_error("the run ends while a seat is empty") {}
};

/// The seats at which bots play that run elsewhere, as a tournament sees them; how they are reached is the affair of
/// arena/seats. Any thread.
class RemoteSeats {
 public:
  RemoteSeats() = default;
  virtual ~RemoteSeats() = default;
  RemoteSeats(const RemoteSeats&) = delete;
  RemoteSeats& operator=(const RemoteSeats&) = delete;

  /// Fails if it was made for a seat that is none of these.
  virtual OrInputError<void> check(const std::vector<std::string>& names) const = 0;
  /// Takes bots for these seats from now on. Once, before the first `player`. Throws std::runtime_error if it cannot.
  virtual void open(const std::vector<std::string>& names, const RemoteLimits& limits) = 0;
  /// A player for one place at a table, whose bot sits at the seat of this name, one of those that are open. Its
  /// `sit_down` waits until the bot is there; it and `ask` throw SeatLost and SeatsClosed.
  virtual std::unique_ptr<Player> player(const std::string& name) = 0;
  /// Lets nobody wait any more for bots that are away.
  virtual void stop_waiting() = 0;
};

}  // namespace tichu::arena
