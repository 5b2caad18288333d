#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "arena/text/input_error.h"
#include "arena/tournament/benchmark/card.h"
#include "arena/tournament/tournament.h"

namespace tichu::arena {

/// The files of a benchmark's folder, beside the folders of its tournaments.
constexpr const char* CardFileName = "card.json";
constexpr const char* CardRunFileName = "run.json";
constexpr const char* CardTextFileName = "card.txt";

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

/// Whether `folder` holds what `tichu-arena benchmark` leaves there at its end.
bool holds_card(const std::filesystem::path& folder);

/// Compares the card in the folder, byte for byte, with the one that follows from the boards that are stored beside it.
/// The error says what differs.
OrInputError<void> check_card(const std::filesystem::path& folder);

}  // namespace tichu::arena
