#pragma once

#include <filesystem>

namespace tichu::arena {

/// The programs that the arena runs around bots, in `libexec` of the arena's folder.
struct HostPrograms {
  std::filesystem::path box;          ///< tichu-box: the last step into a sandbox
  std::filesystem::path plugin_host;  ///< tichu-plugin-host: a plug-in as a program
};

/// Where these programs are. Whether they exist is seen when they are run.
HostPrograms host_programs();

}  // namespace tichu::arena
