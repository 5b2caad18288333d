#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arena/presentation/live/web_site.h"
#include "arena/seats/remote_seat.h"

namespace tichu::arena {

/// The address of all seats (SEATS.md): which one is meant says the token.
inline constexpr std::string_view SeatPath = "/api/v1/seat";

/// Seats on the network: by WebSocket, or by long polling. Whoever has no token of a seat learns nothing.
class SeatSite : public WebSite {
 public:
  /// A seat and its token.
  struct Door {
    std::string token;
    std::shared_ptr<RemoteSeat> seat;
  };

  explicit SeatSite(std::vector<Door> doors);

  ClientBounds bounds() const override;
  std::vector<std::size_t> lanes() const override { return {1}; }
  std::optional<WebAnswer> at_once(const WebQuestion& question) override;
  std::size_t lane_of(const WebQuestion& /*question*/) const override { return 0; }
  WebAnswer answer(const WebQuestion& question) override;
  std::variant<WebAnswer, std::unique_ptr<BodySink>> receive(const WebQuestion& question) override;
  WebPulse pulse(const std::string& stream, std::uint64_t cursor) override;
  WebAnswer too_many_watchers() const override;

 private:
  /// The seat whose token the question has; null if it has none.
  std::shared_ptr<RemoteSeat> seat_of(const WebQuestion& question) const;

  std::vector<Door> doors_;  ///< with hashes in place of their tokens
};

}  // namespace tichu::arena
