#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/analysis/round_analysis.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// Boards that take more bytes in the store (Tournament::board_bytes) are not shown: they take a second of work or
/// more. They are hundreds of times as large as an ordinary board, which only a bot's remarks can cause.
constexpr std::uint64_t MostShownBytes = 8'000'000;

/// Where analyses of a board come from.
using AnalysesOf = std::function<std::vector<RoundAnalysis>(const StoredBoard& board)>;

/// One finished board with the steps of all its rounds (arena/presentation/page_data/PAGE.md), as a JSON object;
/// nullopt if the job is not finished. Its analyses are those that the tournament's folder has, or else those of
/// `otherwise`. Throws std::runtime_error, which names the job, if it is damaged.
std::optional<std::string> board_json(const Tournament& tournament, JobNumber job, const AnalysesOf& otherwise = {});
/// The same of a board that was read, with these analyses of its rounds. Throws std::runtime_error if a record breaks
/// the rules.
std::string board_json(const StoredBoard& board, const std::vector<RoundAnalysis>& analyses);

}  // namespace tichu::arena
