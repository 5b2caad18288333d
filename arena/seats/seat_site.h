#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arena/presentation/live/http_handler.h"
#include "arena/seats/remote_seat.h"

namespace tichu::arena {

/// The address of all seats (SEATS.md): which one is meant says the token.
inline constexpr std::string_view SeatPath = "/api/v1/seat";

/// Whether something is asked at that address.
bool is_at_seat(const HttpRequest& question);
/// What a client at that address is told: null `seat` means that its token is none of a seat. Nullopt: its body is to
/// be taken. Does not wait.
std::optional<HttpResponse> answer_at_seat(const HttpRequest& question, const std::shared_ptr<RemoteSeat>& seat);
/// What takes a body at that address.
std::variant<HttpResponse, std::unique_ptr<BodySink>> take_answer_at(const std::shared_ptr<RemoteSeat>& seat);

/// Seats on the network: by WebSocket, or by long polling. Whoever has no token of a seat learns nothing.
class SeatSite : public HttpHandler {
 public:
  /// A seat and its token.
  struct Door {
    std::string token;
    std::shared_ptr<RemoteSeat> seat;
  };

  explicit SeatSite(std::vector<Door> doors);

  ClientBounds bounds() const override;
  std::optional<HttpResponse> at_once(const HttpRequest& question) override;
  HttpResponse answer(const HttpRequest& question) override;
  std::variant<HttpResponse, std::unique_ptr<BodySink>> receive(const HttpRequest& question) override;

 private:
  /// The seat whose token the question has; null if it has none.
  std::shared_ptr<RemoteSeat> seat_of(const HttpRequest& question) const;

  std::vector<Door> doors_;  ///< with hashes in place of their tokens
};

}  // namespace tichu::arena
