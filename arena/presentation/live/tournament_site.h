#pragma once

#include <functional>
#include <string>

#include "arena/presentation/live/http_server.h"
#include "arena/presentation/live/tournament_library.h"
#include "arena/presentation/page_data/board_analyses.h"

namespace tichu::arena {

/// Serves a library (arena/presentation/page_data/PAGE.md) until SIGINT or SIGTERM. After the signal, reads that have
/// begun are finished, but not answered. `listening` is called with the page's address once the port is open. Throws
/// std::runtime_error if the port cannot be opened. It is read-only: a request with a body is refused. Whoever can
/// connect may look, and have boards analysed if `analyses` is not null, so the server is meant for this machine.
void serve_tournaments(TournamentLibrary& library, BoardAnalyses* analyses, const ServerAddress& address,
                       const std::function<void(const std::string& url)>& listening);

}  // namespace tichu::arena
