#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arena/hosting/player/bot_spec.h"
#include "arena/service/ladder/manifest.h"
#include "arena/service/ladder/step_result.h"

namespace tichu::arena {

/// What submissions are built with on this machine.
struct Toolchain {
  std::string id;                              ///< 16 hexadecimal digits of a hash over `versions`
  std::vector<std::string> versions;           ///< a line each, for the log
  std::filesystem::path cmake_package;         ///< the folder with tichu-config.cmake
  std::vector<std::filesystem::path> visible;  ///< what builds must see besides the system's folders
  bool has_cmake = false;
  bool has_go = false;
  bool has_rust = false;
};

/// What there is here; runs the compilers to ask for their versions.
Toolchain find_toolchain();

/// Where submissions in compiled languages are built, in their box.
inline constexpr const char* BuildFolder = "/tmp/bot";

/// How a submission is built: a script for /bin/sh in the folder of the sources, which leaves in `build/bots` what is
/// needed later. Empty: nothing is built. Refused as `language_unavailable` if this machine has no compiler for it.
OrStepRefusal<std::string> recipe_for(const Manifest& manifest, const Toolchain& toolchain);

/// Makes the entry executable if it is there: archives and builds may lose that.
void make_entry_executable(const Manifest& manifest, const std::filesystem::path& tree);

/// Whether something is built, so that only `build/bots` of the built folder is kept; else the sources are run.
bool is_compiled(SubmissionLanguage language);
/// The file that its build needs at the top; empty if it needs none.
std::string build_file_of(SubmissionLanguage language);

/// The bot in a built tree, as it is run. Refused as `entry_missing`, `entry_bad` (no
/// program of this machine's kind, nor a script that names its interpreter), `entry_interpreter`.
OrStepRefusal<BotSpec> runnable_bot(const Manifest& manifest, const std::filesystem::path& tree);

}  // namespace tichu::arena
