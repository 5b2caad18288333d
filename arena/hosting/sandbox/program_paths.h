#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tichu::arena {

/// The folder with all that came with the arena, above that of the running program, so that it can be moved as a whole.
/// In a build folder and installed it holds the same:
///   bin/      this program
///   libexec/  the programs that it runs around bots
///   bots/     the bundled bots
///   starter/  what new bots begin with, a folder per language
///   python/   the Python package and pack_bot.py
///   cmake/    the CMake package of the SDK
std::filesystem::path arena_folder();

/// The programs that the arena runs around bots, in `libexec` of the arena's folder.
struct HostPrograms {
  std::filesystem::path box;          ///< tichu-box: the last step into a sandbox
  std::filesystem::path plugin_host;  ///< tichu-plugin-host: a plug-in as a program
};

/// Where these programs are. Whether they exist is seen when they are run.
HostPrograms host_programs();

/// Whether `path` is a file that this process may run.
bool is_executable(const std::filesystem::path& path);

/// The first executable file `name` in the folders of the variable PATH, as a shell would run it. Relative and empty
/// folders are passed over. nullopt if there is none.
std::optional<std::filesystem::path> on_search_path(const std::string& name);

}  // namespace tichu::arena
