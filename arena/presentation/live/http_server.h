#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "arena/presentation/live/tournament_library.h"

namespace tichu::arena {

/// Where a server listens.
struct ServerAddress {
  std::string address = "127.0.0.1";  ///< an address of this machine; 0.0.0.0 or ::  for all
  std::uint16_t port = 8080;          ///< 0: any that is free
};

/// Serves a library until SIGINT or SIGTERM; what is being read then is read to its end, unless there is a second
/// signal, which ends the process. `listening` is called with the page's address once the port is open.
/// Throws std::runtime_error where it cannot be opened.
///
/// It only shows. A client has ten seconds for each of its requests and for taking each answer, 8 KiB for a request's
/// head and no body; who closes the connection, or this half of it, is not answered any more. Beyond MostClients
/// connections new ones are closed at once, and a watcher that does not keep up misses pulses. Not encrypted, and
/// whoever can connect may look: meant for this machine.
void serve_tournaments(TournamentLibrary& library, const ServerAddress& address,
                       const std::function<void(const std::string& url)>& listening);

/// Connections at a time.
constexpr int MostClients = 512;

}  // namespace tichu::arena
