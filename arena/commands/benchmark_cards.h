#pragma once

#include <filesystem>

#include "arena/text/input_error.h"
#include "arena/tournament/benchmark_folder.h"

namespace tichu::arena {

/// The files of a benchmark's folder, beside the folders of its tournaments.
constexpr const char* CardFileName = "card.json";
constexpr const char* CardRunFileName = "run.json";
constexpr const char* CardTextFileName = "card.txt";

/// Whether `folder` holds what `tichu-arena benchmark` leaves there at its end.
bool holds_card(const std::filesystem::path& folder);

/// Compares the card in the folder, byte for byte, with the one that follows from the boards that are stored beside it.
/// The error says what differs.
OrInputError<void> check_card(const std::filesystem::path& folder);

}  // namespace tichu::arena
