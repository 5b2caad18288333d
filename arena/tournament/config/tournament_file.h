#pragma once

#include <filesystem>
#include <string_view>

#include "arena/text/input_error.h"
#include "arena/tournament/config/tournament_config.h"

namespace tichu::arena {

/// Reads a tournament file; arena/README.md describes its keys. Relative paths are relative to the file's folder;
/// `bundled` is the folder of the bundled bots. Where the file gives no name, its own without ".toml" is taken. Keys
/// that are unknown are errors. The configuration as a whole is not judged yet: flags may still add to it (`check`).
OrInputError<TournamentConfig> read_tournament_file(const std::filesystem::path& file,
                                                    const std::filesystem::path& bundled);

/// The same from the file's text.
OrInputError<TournamentConfig> parse_tournament_file(std::string_view text, const std::filesystem::path& file,
                                                     const std::filesystem::path& bundled);

}  // namespace tichu::arena
