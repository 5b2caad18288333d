#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
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

/// The same of a tournament in this folder.
OrRefusal<ShownBoard> board_in(const std::filesystem::path& folder, JobNumber job);

/// A board in a list, under these names of its sides.
ApiJson board_line(const BoardRow& row, const ApiJson& first, const ApiJson& second);

/// What is told of a board as an object, with its replay as `replay`, which is JSON already.
HttpResponse answer_with_replay(const ApiJson& told, const std::string& replay);

/// Its name among those that are analysed.
std::string analysis_key(JobNumber job);

/// A board as everybody may see it.
struct ToldBoard {
  Job job;
  std::optional<std::int64_t> stored;  ///< as StoredBoard has it
  /// arena/presentation/page_data/PAGE.md: without what bots' programs wrote, which is for their authors alone, under
  /// the bots' present names, and with its analysis if it was analysed.
  std::string replay;
};
OrRefusal<ToldBoard> told_board(ApiContext& context, const ShownBoard& shown);

}  // namespace tichu::arena
