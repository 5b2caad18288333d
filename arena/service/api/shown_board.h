#pragma once

#include <string>

#include "arena/ids.h"
#include "arena/service/api/api_route.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// The number of a board that an address names.
OrRefusal<JobNumber> job_of_path(const ApiCall& call);

/// A finished board that may be shown.
struct ShownBoard {
  Tournament tournament;
  JobNumber job;
};

/// The one that an address names. Refused with `not_found` or `board_too_large`.
OrRefusal<ShownBoard> shown_board(ApiContext& context, const ApiCall& call);

/// Its name among those that are analysed.
std::string analysis_key(JobNumber job);

/// The board as its replay (arena/presentation/page_data/PAGE.md): without what bots' programs wrote, which is
/// for their authors alone, under the bots' present names, and with its analysis if it was analysed.
OrRefusal<std::string> told_board(ApiContext& context, const ShownBoard& shown);

}  // namespace tichu::arena
