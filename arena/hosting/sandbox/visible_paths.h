#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tichu::arena {

/// What a bot sees of the file system, all of it only to read: absolute paths.
struct VisiblePaths {
  std::vector<std::filesystem::path> shown;   ///< files and folders, besides the system's
  std::vector<std::filesystem::path> hidden;  ///< files and folders inside of these that it does not see
};

/// The system's folders that every bot sees, as far as they exist here: programs, libraries, and the few files in /etc
/// without which these do not work. Symbolic links among them (such as /bin, if it leads to usr/bin) are given as they
/// are.
std::vector<std::filesystem::path> system_paths();

/// What a bot with this command is shown: the folder of its program, and those of the files that its arguments name.
/// Nothing of /proc, /sys and /dev. Of a folder that holds more than one owner's things (a home folder, /tmp and what
/// lies above them) only the file itself. `hidden` are paths that no bot may see, free of symbolic links; of these the
/// result has those that exist, lie in what is shown and hold nothing that the command names.
VisiblePaths visible_paths(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                           const std::vector<std::filesystem::path>& hidden);

/// What is shown and not hidden, for a sandbox that cannot hide parts of a folder: in place of such a folder what lies
/// in it now, without the hidden.
std::vector<std::filesystem::path> without_hidden(const VisiblePaths& paths);

}  // namespace tichu::arena
