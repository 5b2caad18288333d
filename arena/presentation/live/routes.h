#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/presentation/live/tournament_library.h"
#include "arena/presentation/live/web_site.h"

namespace tichu::arena {

/// The answer to a request for a stream when no more of them are served.
WebAnswer too_many_watchers();

/// The answer if it needs no library: the page, or a refusal. nullopt if the library must be asked.
std::optional<WebAnswer> answer_at_once(const WebQuestion& question, bool local_only);

/// True if the request is for one board.
bool asks_for_board(const WebQuestion& question);

/// Answers: `/` the page, `/api/tournaments`, `/api/tournaments/NAME`, `/api/tournaments/NAME/boards/JOB`,
/// `/api/tournaments/NAME/tables` and `/api/tournaments/NAME/stream`. All other paths are 404, methods other than GET
/// and HEAD are 405, and a board above MostShownBytes is 413. With `local_only` a Host that does not name this machine
/// is 403: otherwise a page from elsewhere could read everything under a name that it made resolve to this address.
WebAnswer answer(const WebQuestion& question, TournamentLibrary& library, bool local_only);

}  // namespace tichu::arena
