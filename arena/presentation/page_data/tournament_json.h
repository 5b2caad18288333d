#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "arena/presentation/page_data/board_choice.h"
#include "arena/tournament/play/tournament_report.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// The boards of a page.
struct PageBoards {
  std::vector<BoardChoice> listed;   ///< the boards in its list
  std::vector<JobNumber> left_out;   ///< jobs whose boards were too large for the page
  std::vector<std::string> damaged;  ///< one sentence for each damaged board that it should hold
};

/// What a page shows of a tournament besides replays: `tichu-page/1` (arena/presentation/page_data/PAGE.md), a JSON
/// object. `bundled` is the folder of the bots that came with the arena. While a tournament can still go on, its seed
/// is secret: `Seed::Hidden` leaves out the seed, everything that would tell it, and the command to play the tournament
/// again. `figures` is the number by which a server tells figures apart; a page that stands alone has none.
enum class Seed : std::uint8_t { Hidden, Shown };
std::string tournament_json(const Tournament& tournament, const TournamentReport& report, const PageBoards& shown,
                            const std::filesystem::path& bundled, Seed seed,
                            std::optional<std::uint64_t> figures = std::nullopt);

/// The most faults that a page shows in full: the first of each bot and kind. All are counted.
constexpr std::size_t MostTalliedFaults = 200;
constexpr std::size_t MostFaultsOfAKind = 10;

}  // namespace tichu::arena
