#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "arena/service/ladder/ladder_figures.h"

namespace tichu::arena {

/// What everybody may have of the rated boards.
struct DumpPlan {
  std::filesystem::path tournament;  ///< its folder; it may be played meanwhile
  std::vector<FairDeals> seasons;    ///< as they are told, read before the call
  std::map<std::string, std::string>
      names;  ///< of entrants that are called otherwise, by their names in the tournament
};

/// Writes a copy of a tournament's database to `file`, which `verify` accepts: without the seeds that are not told (the
/// cards themselves take their place), without paths of this machine and what bots' programs wrote, and with the
/// present names. Throws std::runtime_error; `file` is then as it was.
void write_public_dump(const DumpPlan& plan, const std::filesystem::path& file);

}  // namespace tichu::arena
