#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "arena/hosting/sandbox/box.h"
#include "arena/hosting/sandbox/file_descriptor.h"
#include "arena/hosting/sandbox/launch_plan.h"

namespace tichu::arena {

/// A program and its arguments, the name of the program not among them.
struct ProgramCommand {
  std::filesystem::path path;
  std::vector<std::string> arguments;
  std::filesystem::path folder = {};  ///< where it starts; empty: its own

  std::filesystem::path absolute_path() const { return std::filesystem::absolute(path).lexically_normal(); }
  std::filesystem::path start_folder() const { return folder.empty() ? absolute_path().parent_path() : folder; }
};

/// A process that was just started, and our ends of its pipes: close-on-exec and not blocking.
struct LaunchedProgram {
  pid_t pid = -1;          ///< also the number of its session and process group
  FileDescriptor pidfd;    ///< readable once the process has ended
  FileDescriptor input;    ///< writes to its standard input
  FileDescriptor output;   ///< reads its standard output
  FileDescriptor errors;   ///< reads its standard error
  std::optional<Box> box;  ///< the sandbox that it runs in, if any; the process is the sandbox's outermost then
};

/// Why a program could not be executed; the fault of whoever named it.
struct ExecError {
  int error_number = 0;  ///< errno of chdir or execve
};

/// Starts a program in its own folder as the leader of a new session and process group (so that it cannot join the
/// arena's), with default signal handlers, no descriptor but the three standard ones, the arena's environment, and its
/// first limit of open files. It is killed when the thread that called this ends: call it from a thread that lives as
/// long as the program. Ignores SIGPIPE in the arena from then on. Several threads may call it at once. Throws
/// std::system_error where the host fails: no process, no pipe.
///
/// Own code, since Boost.Process 1.81 cannot start programs from several threads: its fork handlers corrupt or block
/// other reactors (boostorg/process#430), and forking grows slow with the memory of the parent.
std::variant<LaunchedProgram, ExecError> launch_program(const ProgramCommand& command);

/// Starts what a plan says, in the same way. Only the program's own execution and folder give an ExecError; what else
/// fails is the host's.
std::variant<LaunchedProgram, ExecError> launch(const LaunchPlan& plan);

}  // namespace tichu::arena
