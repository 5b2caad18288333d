#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arena/hosting/player/remote_seats.h"
#include "arena/presentation/live/http_server.h"
#include "arena/seats/remote_seat.h"

namespace tichu::arena {

/// A seat, and the secret with which a client comes to it.
struct SeatKey {
  std::string seat;
  std::string token;
};

/// The variable of the environment with tokens of seats, as "SEAT=TOKEN,SEAT=TOKEN"; the others are made up.
inline constexpr const char* SeatTokensVariable = "TICHU_SEAT_TOKENS";

/// The least length of a token that somebody chose.
inline constexpr std::size_t LeastTokenBytes = 16;

/// The tokens of a text like "NAME=TOKEN,OTHER=TOKEN": of seats without one a token is made up. The error is a
/// sentence.
tl::expected<std::vector<SeatKey>, std::string> seat_keys_of(const std::string& text);

/// The seats of a tournament in this process, on a port of their own (SEATS.md). One thread serves all of them.
class SeatGateway : public RemoteSeats {
 public:
  /// How the clients of a seat reach it: "http://127.0.0.1:8090/api/v1/seat".
  using WhenOpen = std::function<void(const std::string& url, const SeatKey& key)>;

  /// What happened at a seat, when nothing more will.
  using WhenOver = std::function<void(const RemoteSeat& seat)>;

  /// `chosen` are tokens of some of the seats. `when_open` is called for each seat as soon as it takes clients,
  /// `when_over` by the destructor.
  SeatGateway(ServerAddress address, std::vector<SeatKey> chosen, WhenOpen when_open, WhenOver when_over);
  /// Tells all clients that nothing more will be asked.
  ~SeatGateway() override;

  OrInputError<void> check(const std::vector<std::string>& names) const override;
  void open(const std::vector<std::string>& names, const RemoteLimits& limits) override;
  std::unique_ptr<Player> player(const std::string& name) override;
  void stop_waiting() override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tichu::arena
