#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/sandbox/bubblewrap_command.h"
#include "arena/hosting/sandbox/control_groups.h"
#include "arena/hosting/sandbox/host_programs.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/sandbox_config.h"

namespace tichu::arena {

/// What boxes are made with on this machine and for this tournament.
struct SandboxTools {
  SandboxConfig config;
  SandboxKind kind = SandboxKind::Bubblewrap;  ///< never Strongest
  std::vector<std::filesystem::path> hidden;   ///< from every bot
  HostPrograms programs;
  std::optional<uid_t> user;            ///< that bots become: nobody, if the arena is root
  std::filesystem::path bwrap;          ///< of Bubblewrap
  std::vector<FileDescriptor> network;  ///< of Bubblewrap: the namespaces that lead to an empty network
  FileDescriptor filter;                ///< for seccomp
  ControlGroups groups;
};

/// A program that can be started again and again, each time in a new box. One thread at a time.
class BoxedCommand {
 public:
  /// `tools` must outlive this object and the programs that it starts.
  BoxedCommand(const SandboxTools& tools, const ProgramCommand& command);

  /// Starts the program as `launch` does. Whether the program could be executed is known later, from `Box::end`. The
  /// ExecError here means that something which the box shows cannot be opened.
  tl::expected<LaunchedProgram, ExecError> start();

 private:
  void plan_bubblewrap(const ProgramCommand& command);
  void plan_jail(const ProgramCommand& command);
  void show(BoxView& view, const std::filesystem::path& path, const std::filesystem::path& place);

  const SandboxTools& tools_;
  LaunchPlan plan_;
  std::vector<FileDescriptor>
      shown_;                       ///< what the box shows, kept open so that a later change of the path has no effect
  std::optional<ExecError> error_;  ///< of opening that
};

}  // namespace tichu::arena
