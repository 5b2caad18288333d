#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "arena/presentation/live/http_handler.h"

namespace tichu::arena {

/// Where a server listens.
struct ServerAddress {
  std::string address = "127.0.0.1";  ///< an address of this machine; 0.0.0.0 or :: for all
  std::uint16_t port = 8080;          ///< 0: any that is free
};

/// A port that is open. Clients that come while no server takes them wait.
class ListeningPort {
 public:
  /// Throws std::runtime_error if the port cannot be opened.
  explicit ListeningPort(const ServerAddress& address);
  ~ListeningPort();
  ListeningPort(const ListeningPort&) = delete;
  ListeningPort& operator=(const ListeningPort&) = delete;

 private:
  friend class PortAccess;
  struct Socket;
  std::unique_ptr<Socket> socket_;
};

/// How a server serves.
struct ServerOptions {
  /// The address of a proxy in front of the server, which is believed about its clients: the last element of
  /// X-Forwarded-For is who asks, and X-Forwarded-Proto says if that way was encrypted. Nobody else is believed.
  std::optional<std::string> proxy = std::nullopt;
  /// How long requests that have begun may take after the signal to stop, before they are cut off.
  std::chrono::seconds grace{0};
  /// Called by the network's thread once it ends for good: requests under way are to wait for little.
  std::function<void()> ending = {};
  /// Asked each second: whether to end as after a signal, but for the port, which stays open for another server.
  std::function<bool()> ends = {};
  /// If it can be stopped, it takes the place of signals, which are left to the rest of the process.
  std::stop_token stop = {};
};

/// Why a server has ended.
enum class ServerEnd : std::uint8_t { Signal, Asked };

/// Serves a site until SIGINT or SIGTERM, or until it is asked to stop. After the signal nobody new is served, and what
/// has begun is finished within the grace; a second signal ends the process. `listening` is called with the page's
/// address before anybody is served, and whether it is for this machine alone.
///
/// A client has ten seconds for each request's head, 8 KiB, ten for each 64 KiB of its body, and ten to take each
/// answer, or each 64 KiB of a file. A body is read only after the site has agreed, in pieces, and never faster than
/// the site takes it; so an upload costs about 200 KiB of memory, whatever its length. A client that closes the
/// connection, or its half of it, gets no more answers. A connection beyond the client's share (`ConnectionLimiter`) is
/// closed at once. A watcher that does not keep up misses pulses. Nothing is encrypted.
ServerEnd serve_site(HttpHandler& site, ListeningPort& port, const ServerOptions& options,
                     const std::function<void(const std::string& url, bool local_only)>& listening);

}  // namespace tichu::arena
