#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/commands/command.h"

namespace tichu::arena {

/// Makes a stored tournament in `folder`, which must hold nothing, of records in files of JSON Lines, and writes its
/// result files. Where a record does not fit nothing is written: one sentence with file and line, and ExitCode::Usage.
/// Throws std::system_error where a file cannot be read.
ExitCode import_tournament(const std::vector<std::string>& files, const std::filesystem::path& folder);

}  // namespace tichu::arena
