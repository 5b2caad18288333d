#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/sandbox/box_protocol.h"
#include "arena/hosting/sandbox/bubblewrap_command.h"
#include "arena/hosting/sandbox/control_groups.h"
#include "arena/hosting/sandbox/network_namespaces.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/sandbox_config.h"
#include "arena/hosting/sandbox/special_files.h"
#include "arena/hosting/sandbox/users_of_boxes.h"
#include "arena/hosting/sandbox/visible_paths.h"

namespace tichu::arena {

/// What every box shows in place of a file.
struct StandIn {
  std::filesystem::path path;
  FileDescriptor content;
};

/// What boxes are made with on this machine and for this tournament.
struct SandboxTools {
  SandboxConfig config;
  SandboxKind kind = SandboxKind::Bubblewrap;  ///< never Strongest
  std::vector<std::filesystem::path> hidden;   ///< from every bot
  std::filesystem::path box;                   ///< tichu-box: the last step into a sandbox
  std::filesystem::path bwrap;                 ///< of Bubblewrap
  FileDescriptor filter;                       ///< for seccomp
  std::vector<StandIn> stand_ins;              ///< of Bubblewrap: for files that tell what the whole machine does
  ControlGroups groups;
  std::unique_ptr<UsersOfBoxes> users = std::make_unique<UsersOfBoxes>();
  std::unique_ptr<NetworkNamespaces> networks = std::make_unique<NetworkNamespaces>();  ///< of Bubblewrap
  std::unique_ptr<SpecialFiles> special_files = std::make_unique<SpecialFiles>();
};

/// A program that can be started again and again, each time in a new box. One thread at a time.
class BoxedCommand {
 public:
  /// `tools` must outlive this object and the programs that it starts.
  BoxedCommand(const SandboxTools& tools, const ProgramCommand& command);

  /// Starts the program as `launch` does. Whether the program could be executed is known later, from `Box::end`. The
  /// ExecError here means that something which the box shows cannot be opened, or must not be shown.
  tl::expected<LaunchedProgram, ExecError> start();

 private:
  void plan_bubblewrap(const ProgramCommand& command);
  void plan_jail(const ProgramCommand& command);
  void show(BoxView& view, const std::filesystem::path& path, const std::filesystem::path& place);
  void refuse_special_files(const VisiblePaths& paths);
  /// A user and a network that no other box has.
  LeasesOfBox make_apart();

  const SandboxTools& tools_;
  SandboxConfig config_;  ///< of this command, which may need less than others have
  LaunchPlan plan_;
  BoxOptions options_;
  std::vector<FileDescriptor>
      shown_;                       ///< what the box shows, kept open so that a later change of the path has no effect
  std::optional<ExecError> error_;  ///< why nothing can be started
};

}  // namespace tichu::arena
