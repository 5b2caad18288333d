#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/ladder/ladder_figures.h"

namespace tichu::arena {

/// What everybody may have of the rated boards.
struct DumpPlan {
  std::filesystem::path tournament;  ///< its folder; it may be played meanwhile
  std::vector<FairDeals> seasons;    ///< as they are told, read before the call
  std::vector<std::string> hidden;   ///< names of entrants that are not shown
};

/// Writes a copy of a tournament's database to `file`, which `verify` accepts: without the seeds that are not told (the
/// cards themselves take their place), without paths of this machine, what bots said and wrote to their standard error,
/// and names that are not shown. Throws std::runtime_error; `file` is then as it was.
void write_public_dump(const DumpPlan& plan, const std::filesystem::path& file);

}  // namespace tichu::arena
