#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <vector>

#include "arena/hosting/sandbox/control_groups.h"
#include "arena/hosting/sandbox/file_descriptor.h"
#include "arena/hosting/sandbox/host_programs.h"
#include "arena/hosting/sandbox/sandbox_config.h"

namespace tichu::arena {

/// What boxes are made with on this machine and for this tournament.
struct SandboxTools {
  SandboxConfig config;
  SandboxKind kind = SandboxKind::Bubblewrap;  ///< never Strongest
  std::vector<std::filesystem::path> hidden;   ///< from every bot
  HostPrograms programs;
  std::optional<uid_t> user;            ///< that bots become: nobody, where the arena is root
  std::filesystem::path bwrap;          ///< of Bubblewrap
  std::vector<FileDescriptor> network;  ///< of Bubblewrap: the namespaces that lead to an empty network
  FileDescriptor filter;                ///< for seccomp
  ControlGroups groups;
};

}  // namespace tichu::arena
