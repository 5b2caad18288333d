#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/presentation/page_data/tournament_json.h"
#include "arena/tournament/play/tournament_report.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// A page and what it holds.
struct Page {
  std::string html;
  std::size_t boards = 0;    ///< finished boards of the tournament
  std::size_t replayed = 0;  ///< boards whose replays are in the page
  /// One sentence for each board that would be replayed but is damaged.
  std::vector<std::string> damaged;
  std::size_t left_out = 0;  ///< boards that were too large for the page
};

/// The report of a tournament as one HTML file that needs nothing else: figures, and the replays of as many boards as
/// fit into `replay_bytes`, which they never exceed (boards_by_interest says which). A board that is too large is left
/// out. `bundled` is the folder of the bots that came with the arena; `seed` says if the page may tell the seed.
Page report_page(const Tournament& tournament, const TournamentReport& report, std::size_t replay_bytes,
                 const std::filesystem::path& bundled, Seed seed);

/// The same page without a tournament: it asks its server for tournaments and boards.
std::string live_page();

/// The content security policy of the page: only the page's own code, nothing from elsewhere. `live` allows
/// requests to the page's own server.
std::string content_policy(bool live);

}  // namespace tichu::arena
