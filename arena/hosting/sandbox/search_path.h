#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tichu::arena {

/// Whether `path` is a file that this process may run.
bool is_executable(const std::filesystem::path& path);

/// The first executable file `name` in the folders of the variable PATH, as a shell would run it; folders that are
/// given relative or empty are passed over. Nothing where there is none.
std::optional<std::filesystem::path> on_search_path(const std::string& name);

}  // namespace tichu::arena
