#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/hosting/sandbox/bubblewrap_command.h"
#include "arena/hosting/sandbox/file_descriptor.h"
#include "arena/hosting/sandbox/launch_plan.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/sandbox_tools.h"

namespace tichu::arena {

/// A program that can be started again and again, each time in a new box. One thread at a time.
class BoxedCommand {
 public:
  /// `tools` must outlive this object and the programs that it starts.
  BoxedCommand(const SandboxTools& tools, const ProgramCommand& command);

  /// Starts it as `launch` does. Whether the program could be executed is known later: `Box::end` tells. Here is an
  /// ExecError only where what it shows cannot be opened.
  std::variant<LaunchedProgram, ExecError> start();

 private:
  void plan_bubblewrap(const ProgramCommand& command);
  void plan_fence(const ProgramCommand& command);
  void show(BoxView& view, const std::filesystem::path& path, const std::filesystem::path& place);

  const SandboxTools& tools_;
  LaunchPlan plan_;
  std::vector<FileDescriptor> shown_;  ///< what the box shows, held so that it stays what was looked at
  std::optional<ExecError> error_;     ///< of opening that
};

}  // namespace tichu::arena
