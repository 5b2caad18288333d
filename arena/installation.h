#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tichu::arena {

/// The folder with all that came with the arena, above that of the running program, so that it can be moved as a whole;
/// in a build folder and installed it holds the same:
///   bin/      this program
///   libexec/  the programs that it finds for other commands, and those that run around bots
///   bots/     the bundled bots
///   benchmark/ the suites of TichuBench, a folder per version
///   starter/  what new bots begin with, a folder per language
///   mcp/      the server of the Model Context Protocol
///   python/   the Python package and pack_bot.py
///   cmake/    the CMake package of the SDK
std::filesystem::path arena_folder();

/// The folder of the bots that came with the arena.
std::filesystem::path bundled_bots_folder();

/// A program of the folder libexec. Whether it exists is seen when it is run.
std::filesystem::path libexec_program(std::string_view name);

/// The program that people call.
std::filesystem::path arena_program();

/// The words with which this process was started, its name first.
std::vector<std::string> words_of_process();

/// How this program was called: its name or path as it was typed, quoted for a shell if that is needed.
std::string program_as_called();

/// Whether `path` is a file that this process may run.
bool is_executable(const std::filesystem::path& path);

/// The first executable file `name` in the folders of the variable PATH, as a shell would run it; relative and empty
/// folders are skipped. Nullopt if there is none.
std::optional<std::filesystem::path> on_search_path(const std::string& name);

}  // namespace tichu::arena
