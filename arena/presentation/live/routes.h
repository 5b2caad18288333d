#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/presentation/live/tournament_library.h"

namespace tichu::arena {

/// What a client asks, as far as it matters.
struct WebQuestion {
  std::string method;
  std::string target;  ///< path and query as sent
  std::string host;    ///< the header Host; empty where there is none
};

/// The answer. Nothing that a client sent stands in it.
struct WebAnswer {
  unsigned status = 200;
  std::string_view type = "application/json";
  SharedText body;
  std::string stream;  ///< the tournament whose pulses follow as server-sent events; empty: none do
};

/// What can be answered without the library: the page, and refusals. Nothing where the library must be asked.
std::optional<WebAnswer> answer_at_once(const WebQuestion& question, bool local_only);

/// Whether a question is about one board.
bool asks_for_board(const WebQuestion& question);

/// Answers: `/` the page, `/api/tournaments`, `/api/tournaments/NAME`, `/api/tournaments/NAME/boards/JOB`,
/// `/api/tournaments/NAME/tables` and `/api/tournaments/NAME/stream`; all else is 404, other methods than GET and HEAD
/// 405, and a board above MostShownBytes 413. With `local_only` a Host that is not this machine's own is 403: a page
/// from elsewhere could otherwise read along under a name that it bent to this address.
WebAnswer answer(const WebQuestion& question, TournamentLibrary& library, bool local_only);

}  // namespace tichu::arena
