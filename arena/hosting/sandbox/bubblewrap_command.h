#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tichu::arena {

/// What a box made by bubblewrap shows of the file system besides the system's folders.
struct BoxView {
  struct Place {
    int descriptor = -1;         ///< of a file or folder, open in the process that becomes bwrap
    std::filesystem::path path;  ///< where it is seen
  };
  std::vector<Place> shown;                   ///< read-only
  std::vector<Place> copied;                  ///< of a file that may be read once, its content; read-only
  std::vector<std::filesystem::path> hidden;  ///< inside of these, not to be seen
  std::uint64_t temporary_bytes = 0;          ///< size of /tmp
};

/// The argv with which `bwrap` makes a box and runs `command` as the first process in it. The box has namespaces of its
/// own for everything but the network, no capabilities, and a file system of the system's folders and the view's, all
/// read-only but /tmp. argv[0] is `bwrap`.
std::vector<std::string> bubblewrap_command(const std::string& bwrap, const BoxView& view,
                                            const std::vector<std::string>& command);

}  // namespace tichu::arena
