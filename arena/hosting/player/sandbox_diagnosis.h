#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/hosting/player/fault.h"
#include "arena/hosting/sandbox/visible_paths.h"

namespace tichu::arena {

/// What a bot is shown in its sandbox.
struct SandboxView {
  std::string bot;               ///< its name
  std::filesystem::path folder;  ///< its working directory, absolute
  VisiblePaths seen;             ///< what the configuration names as readable included
  /// The bot's own files, absolute. One that is seen by itself lies in a folder that others use too.
  std::vector<std::filesystem::path> files = {};
  std::uint64_t processes = 0;  ///< the limit of processes and threads
};

/// What a bot missed in its sandbox, and what to do: a clause for people.
struct SandboxDiagnosis {
  FaultCause cause = FaultCause::Unknown;
  std::string text;
  std::string then = {};  ///< what the bot wrote after the line that told it; empty if that was the last
};

// Paths that a bot names are compared with what the sandbox shows, and never looked up: whether a file exists out here
// is nothing that a stranger's bot may bring into results.

/// What the last words of a bot's program on its standard error tell of the sandbox: a file, library or module that it
/// does not show, a write outside of /tmp, a network, or more processes than the limit. nullopt if they tell of nothing
/// such.
std::optional<SandboxDiagnosis> diagnose_last_words(std::string_view last_words, const SandboxView& view);

/// The same of the interpreter that a script's first line names, or of what that leads to as a symbolic link. nullopt
/// if the sandbox shows both, or the path is empty.
std::optional<SandboxDiagnosis> diagnose_interpreter(const std::filesystem::path& interpreter, const SandboxView& view);

/// The first folder on the way to a path, or the path itself, that users without rights may not enter or read;
/// nullopt if there is none. Looks at the permissions for others alone.
std::optional<std::filesystem::path> closed_to_others(const std::filesystem::path& path);

}  // namespace tichu::arena
