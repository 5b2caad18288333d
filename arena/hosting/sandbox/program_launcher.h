#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/hosting/sandbox/box.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/hosting/sandbox/sandbox_config.h"

namespace tichu::arena {

/// A program and its arguments, without argv[0].
struct ProgramCommand {
  std::filesystem::path path;
  std::vector<std::string> arguments;
  std::filesystem::path working_directory = {};  ///< empty: the program's own folder
  BotNeeds needs = {};                           ///< of its sandbox

  std::filesystem::path absolute_path() const { return std::filesystem::absolute(path).lexically_normal(); }
  /// The working directory that the program gets.
  std::filesystem::path directory() const {
    return working_directory.empty() ? absolute_path().parent_path() : working_directory;
  }
};

/// A process that was just started, and the arena's ends of its pipes: close-on-exec and not blocking.
struct LaunchedProgram {
  pid_t pid = -1;          ///< also the number of its session and process group
  FileDescriptor pidfd;    ///< readable once the process has ended
  FileDescriptor input;    ///< writes to its standard input
  FileDescriptor output;   ///< reads its standard output
  FileDescriptor errors;   ///< reads its standard error
  std::optional<Box> box;  ///< the sandbox that it runs in, if any; then the process is the sandbox's outermost
};

/// Why a program could not be executed. Whoever named the program is to blame.
struct ExecError {
  int error_number = 0;      ///< errno of chdir or execve
  std::string trouble = {};  ///< what says more than that, for people; empty if nothing does
};

/// Starts a program in its working directory as the leader of a new session and process group, so that it cannot join
/// the arena's. It has default signal handlers, no descriptor but the three standard ones, the arena's environment, and
/// the arena's first limit of open files. It is killed when the thread that called this ends: call it from a thread
/// that lives as long as the program. Ignores SIGPIPE in the arena from then on. Several threads may call it at once.
/// Throws std::system_error if the host fails (no process, no pipe).
tl::expected<LaunchedProgram, ExecError> launch_program(const ProgramCommand& command);

/// A descriptor of the arena that a new process gets under another number.
struct PassedDescriptor {
  int source = -1;  ///< at least LowestPassedDescriptor
  int target = -1;  ///< below that
};

/// All that is needed to start a process.
struct LaunchPlan {
  std::string program;            ///< absolute
  std::vector<std::string> argv;  ///< argv[0] included
  std::string working_directory;  ///< absolute
  /// The descriptors of its pipes. If these are not 0 and 1, the process finds /dev/null under 0 and 1.
  int input = 0;
  int output = 1;
  std::vector<PassedDescriptor> passed;
  std::vector<int> namespaces;    ///< descriptors of namespaces that it enters, in this order
  std::vector<int> cgroup_procs;  ///< descriptors of cgroup.procs files: it enters these groups by writing "0"
  std::optional<uid_t> user;      ///< to become, with the group of the same number and no other
  /// Whether it is killed when the thread that started it ends. If not, it must find that out by itself, such as by a
  /// channel that closes.
  bool dies_with_starter = true;
};

/// Starts what a plan says, in the same way as `launch_program`. The ExecError is of the program's own execution and
/// working directory; all else that fails is the host's failure and throws. What the plan's descriptors refer to must
/// be open until this returns.
tl::expected<LaunchedProgram, ExecError> launch(const LaunchPlan& plan);

}  // namespace tichu::arena
