#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/presentation/page/tournament_json.h"
#include "arena/tournament/play/tournament_report.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// A page and what it holds.
struct Page {
  std::string html;
  std::size_t boards = 0;    ///< finished boards of the tournament
  std::size_t replayed = 0;  ///< boards whose replays are in the page
  /// Of the boards that would be replayed, those that are damaged: a sentence each.
  std::vector<std::string> damaged;
  std::size_t left_out = 0;  ///< boards that were too large for it
};

/// The report of a tournament as one HTML file that needs nothing else: figures, and the replays of as many boards as
/// fit `replay_bytes` (boards_by_interest says which), which they never exceed; a board that is too large is left out.
/// `bundled` is the folder of the bots that came with the arena, `seed` whether the page may tell the tournament's.
Page report_page(const Tournament& tournament, const TournamentReport& report, std::size_t replay_bytes,
                 const std::filesystem::path& bundled, Seed seed);

/// The same page without a tournament: it asks the server that it came from for tournaments and boards.
std::string live_page();

/// The policy that a browser keeps to with the page: no code but the page's own, nothing from elsewhere. `live` allows
/// questions to the page's own server.
std::string content_policy(bool live);

}  // namespace tichu::arena
