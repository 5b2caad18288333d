#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "arena/presentation/live/tournament_library.h"

namespace tichu::arena {

/// Where a server listens.
struct ServerAddress {
  std::string address = "127.0.0.1";  ///< an address of this machine; 0.0.0.0 or :: for all
  std::uint16_t port = 8080;          ///< 0: any that is free
};

/// Serves a library until SIGINT or SIGTERM. After the signal, reads that have begun are finished; a second signal ends
/// the process. `listening` is called with the page's address once the port is open.
/// Throws std::runtime_error if the port cannot be opened.
///
/// The server is read-only. A client has ten seconds for each request and ten to take each answer, 8 KiB for a
/// request's head, and no body. A client that closes the connection, or its half of it, gets no more answers. A
/// connection beyond the client's share (`ClientShares`) is closed at once. A watcher that does not keep up misses
/// pulses. Nothing is encrypted, and whoever can connect may look, so the server is meant for this machine.
void serve_tournaments(TournamentLibrary& library, const ServerAddress& address,
                       const std::function<void(const std::string& url)>& listening);

}  // namespace tichu::arena
