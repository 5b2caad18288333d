#include "arena/commands/seats_here.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "arena/seats/seat_gateway.h"
#include "arena/text/counted.h"
#include "arena/text/number_text.h"

namespace tichu::arena {
namespace {

std::optional<ServerAddress> address_of(std::string_view text) {
  ServerAddress address;
  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos) {
    std::string_view host = text.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (host.empty()) return std::nullopt;
    address.address = host;
    text.remove_prefix(colon + 1);
  }
  const auto port = number_from<decltype(address.port)>(text);
  if (!port) return std::nullopt;
  address.port = *port;
  return address;
}

void tell_of_open(const std::string& url, const SeatKey& key) {
  fmt::print(stderr, "seat {} at {} has the token {}\n", key.seat, url, key.token);
  std::fflush(stderr);
}

void tell_of_over(const RemoteSeat& seat) {
  const SeatFigures figures = seat.figures();
  const double answers = static_cast<double>(figures.questions);
  const double network = answers == 0 ? 0 : static_cast<double>(figures.network.count()) / 1e6 / answers;
  fmt::print(stderr, "seat {}: {}, {:.1f} ms of network time each, {}, {} handed out again, {} given back\n",
             seat.name(), counted(figures.questions, "answer"), network, counted(figures.connections, "connection"),
             counted(figures.asked_again, "question"), counted(figures.lost_boards, "board"));
}

}  // namespace

OrInputError<std::shared_ptr<RemoteSeats>> seats_here(const std::string& address) {
  const std::optional<ServerAddress> found = address_of(address);
  if (!found) {
    return tl::unexpected(
        InputError{"--seats", "\"" + address + "\"", "must be ADDRESS:PORT, such as 127.0.0.1:8090, or a PORT"});
  }
  const char* const chosen = std::getenv(SeatTokensVariable);
  auto keys = seat_keys_of(chosen == nullptr ? "" : chosen);
  if (!keys) return tl::unexpected(InputError{SeatTokensVariable, "", keys.error()});
  return std::make_shared<SeatGateway>(*found, std::move(*keys), tell_of_open, tell_of_over);
}

}  // namespace tichu::arena
