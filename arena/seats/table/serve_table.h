#pragma once

#include <functional>
#include <string>

#include "arena/presentation/live/http_server.h"
#include "arena/seats/table/my_boards.h"
#include "arena/seats/table/table_session.h"
#include "arena/seats/table/table_site.h"

namespace tichu::arena {

/// A table's people on the network. The session must outlive it.
TableSite site_of(TableSession& session);

/// Plays at a table and serves its page until SIGINT or SIGTERM; afterwards the table stands as it stood. `listening`
/// is called with the link of each person, which has the secret in its fragment, so that no log and no referrer tells
/// it. `own` is shown to whoever has seat 0. Throws what the table failed with.
void serve_table(TableSession& session, MyBoards& own, ListeningPort& port,
                 const std::function<void(const PerSeat<std::string>& links)>& listening);

}  // namespace tichu::arena
