#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "arena/text/input_error.h"
#include "arena/tournament/benchmark/card.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// The folder of the suite that came with the arena.
std::filesystem::path bundled_suite_folder();

/// The SHA-256 of all records of a tournament, without the names in them. Throws DamagedStore if a board cannot be
/// read.
std::string records_sha256(const Tournament& tournament);

/// Its boards. Throws DamagedStore if one cannot be read.
MeasuredBoards measured_boards(const Tournament& tournament);

/// The card of the tournaments in the folder of a benchmark of this part (`BenchmarkExtent`). Throws DamagedStore if a
/// board cannot be read. The error: one is not there, not played to its end, or of another part.
OrInputError<BenchmarkCard> card_of(const BenchmarkSuite& suite, std::uint64_t part,
                                    const std::filesystem::path& folder);

/// Plays a tournament of a benchmark, or takes it as it is stored. Nullopt: it is not played to its end.
using PlayBenchmarkTournament = std::function<OrInputError<std::optional<Tournament>>(const TournamentConfig& config)>;

/// The bots of this build play as those of the suite did when it was made, as the finished pool's records tell. The
/// error: they do not. Throws DamagedStore if a board cannot be read.
OrInputError<void> check_pool(const BenchmarkSuite& suite, const Tournament& pool);

/// Asks for the tournaments of a benchmark's tracks A to C in their order, until one is not played to its end. Returns
/// whether all are. The error: that of `check_pool`, or of `play`.
OrInputError<bool> play_tracks(const BenchmarkSuite& suite, const BotSpec& bot, const BenchmarkExtent& extent,
                               const PlayBenchmarkTournament& play);

/// What is left to be played of a benchmark in its folder.
struct BenchmarkRest {
  std::optional<TournamentConfig> next;  ///< the tournament that is played next; nullopt: none, so that there is a card
  std::uint64_t boards_played = 0;       ///< of those that are complete
};

/// The error: that of `check_pool`, or a tournament cannot be read.
OrInputError<BenchmarkRest> rest_of_benchmark(const BenchmarkSuite& suite, const BotSpec& bot,
                                              const BenchmarkExtent& extent, const std::filesystem::path& folder);

/// How many boards a benchmark has; if it has a track of robustness, at most.
std::uint64_t benchmark_boards(const BenchmarkSuite& suite, const BenchmarkExtent& extent);

}  // namespace tichu::arena
