#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/presentation/live/http_handler.h"
#include "arena/presentation/live/tournament_library.h"
#include "arena/presentation/page_data/board_analyses.h"

namespace tichu::arena {

/// The answer to a request for a stream when no more of them are served.
HttpResponse too_many_watchers();

/// The answer if it needs no library: the page, or a refusal. nullopt if the library must be asked.
std::optional<HttpResponse> answer_at_once(const HttpRequest& question, bool local_only);

/// True if the request is for one board, or for its analysis.
bool asks_for_board(const HttpRequest& question);

/// Answers: `/` the page, `/api/tournaments`, `/api/tournaments/NAME`, `/api/tournaments/NAME/boards/JOB`,
/// `/api/tournaments/NAME/tables`, `/api/tournaments/NAME/stream`, and with `analyses`
/// `/api/tournaments/NAME/boards/JOB/analysis`, which POST asks for. All other paths are 404, other methods are 405,
/// and a board above MostShownBytes is 413. With `local_only` a Host that does not name this machine is 403: otherwise
/// a page from elsewhere could read everything under a name that it made resolve to this address.
HttpResponse answer(const HttpRequest& question, TournamentLibrary& library, bool local_only,
                    BoardAnalyses* analyses = nullptr);

/// The rounds of a board under its key in `BoardAnalyses`. Throws std::runtime_error if they cannot be read.
std::vector<Record> rounds_of_key(const TournamentLibrary& library, const std::string& key);

}  // namespace tichu::arena
