#pragma once

#include <filesystem>

namespace tichu::arena {

/// The folder with all that came with the arena, above that of the running program, so that it can be moved as a whole;
/// in a build folder and installed it holds the same:
///   bin/      this program
///   libexec/  the programs that it runs around bots
///   bots/     the bundled bots
///   starter/  what new bots begin with, a folder for each language
///   python/   the Python package and pack_bot.py
///   cmake/    the CMake package of the SDK
std::filesystem::path arena_folder();

}  // namespace tichu::arena
