#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "arena/page/board_choice.h"
#include "arena/report/event_report.h"
#include "arena/store/event_store.h"

namespace tichu::arena {

/// What a page shows of an event besides replays: `tichu-page/1` (arena/page/PAGE.md), a JSON object. `listed` are the
/// boards that its list names. `bundled` is the folder of the bots that came with the arena.
std::string event_json(const EventStore& store, const EventReport& report, std::span<const BoardChoice> listed,
                       const std::filesystem::path& bundled);

/// The faults that a page tells in full, at most: the first of each bot and kind. All are counted.
constexpr std::size_t MostTalliedFaults = 200;
constexpr std::size_t MostFaultsOfAKind = 10;

}  // namespace tichu::arena
