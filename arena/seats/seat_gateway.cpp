#include "arena/seats/seat_gateway.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <tl/expected.hpp>
#include <utility>

#include "arena/seats/remote_player.h"
#include "arena/seats/seat_site.h"
#include "arena/text/random_token.h"

namespace tichu::arena {
namespace {

/// For goodbyes that are on their way.
constexpr std::chrono::seconds GraceAtTheEnd{1};

}  // namespace

tl::expected<std::vector<SeatKey>, std::string> seat_keys_of(const std::string& text) {
  std::vector<SeatKey> keys;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), item.size() + 1));
    const std::size_t equals = item.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return tl::unexpected<std::string>("must have the form SEAT=TOKEN,SEAT=TOKEN");
    }
    keys.push_back({std::string(item.substr(0, equals)), std::string(item.substr(equals + 1))});
    if (keys.back().token.size() < LeastTokenBytes) {
      return tl::unexpected("the token of the seat \"" + keys.back().seat + "\" needs at least " +
                            std::to_string(LeastTokenBytes) + " characters");
    }
  }
  return keys;
}

struct SeatGateway::State {
  ServerAddress address;
  std::vector<SeatKey> chosen;
  WhenOpen when_open;
  WhenOver when_over;
  std::map<std::string, std::shared_ptr<RemoteSeat>> seats;
  std::optional<ListeningPort> port;
  std::unique_ptr<SeatSite> site;
  std::jthread server;
};

SeatGateway::SeatGateway(ServerAddress address, std::vector<SeatKey> chosen, WhenOpen when_open, WhenOver when_over)
    : state_(std::make_unique<State>()) {
  state_->address = std::move(address);
  state_->chosen = std::move(chosen);
  state_->when_open = std::move(when_open);
  state_->when_over = std::move(when_over);
}

SeatGateway::~SeatGateway() {
  for (const auto& [name, seat] : state_->seats) seat->say_goodbye();
  for (const auto& [name, seat] : state_->seats) {
    seat->await_leave();
    state_->when_over(*seat);
  }
}

OrInputError<void> SeatGateway::check(const std::vector<std::string>& names) const {
  for (const SeatKey& key : state_->chosen) {
    if (std::ranges::find(names, key.seat) != names.end()) continue;
    std::string known;
    for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
    return tl::unexpected(InputError{SeatTokensVariable, "\"" + key.seat + "\"",
                                     names.empty() ? "no bot here has a seat (NAME=remote:SEAT)"
                                                   : "no bot here has this seat; the seats are " + known});
  }
  return {};
}

void SeatGateway::open(const std::vector<std::string>& names, const RemoteLimits& limits) {
  std::vector<SeatSite::Door> doors;
  std::vector<SeatKey> keys;
  for (const std::string& name : names) {
    const auto seat = std::make_shared<RemoteSeat>(name, limits);
    state_->seats[name] = seat;
    const auto chosen = std::ranges::find(state_->chosen, name, &SeatKey::seat);
    keys.push_back({name, chosen == state_->chosen.end() ? random_token() : chosen->token});
    doors.push_back({keys.back().token, seat});
  }
  if (names.empty()) return;
  state_->port.emplace(state_->address);
  state_->site = std::make_unique<SeatSite>(std::move(doors));
  state_->server = std::jthread([state = state_.get(), keys](const std::stop_token& stop) {
    ServerOptions options;
    options.grace = GraceAtTheEnd;
    options.stop = stop;
    serve_site(*state->site, *state->port, options, [&](const std::string& url, bool /*local_only*/) {
      const std::string at = url.substr(0, url.find_last_not_of('/') + 1) + std::string(SeatPath);
      for (const SeatKey& key : keys) state->when_open(at, key);
    });
  });
}

std::unique_ptr<Player> SeatGateway::player(const std::string& name) {
  return std::make_unique<RemotePlayer>(state_->seats.at(name));
}

void SeatGateway::stop_waiting() {
  for (const auto& [name, seat] : state_->seats) seat->stop_waiting();
}

}  // namespace tichu::arena
