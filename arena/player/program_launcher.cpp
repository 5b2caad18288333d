#include "arena/player/program_launcher.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tichu::arena {
namespace {

[[noreturn]] void throw_host_error(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

/// A pipe whose ends lie above the standard descriptors, so that the child's dup2 calls cannot collide.
Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_host_error("cannot make a pipe for a bot");
  Pipe pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
  for (FileDescriptor* end : {&pipe.read_end, &pipe.write_end}) {
    if (end->number() > STDERR_FILENO) continue;
    const int higher = ::fcntl(end->number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (higher < 0) throw_host_error("cannot make a pipe for a bot");
    *end = FileDescriptor(higher);
  }
  return pipe;
}

void make_non_blocking(const FileDescriptor& descriptor) {
  if (::fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) != 0) throw_host_error("cannot set up a pipe for a bot");
}

/// All that the child needs, prepared before it exists: between vfork and execve it may only make system calls.
struct ChildPlan {
  const char* path;
  const char* folder;
  char* const* arguments;
  int input;
  int output;
  int errors;
  pid_t parent;
};

void reset_signals() {
  struct sigaction by_default = {};
  by_default.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &by_default, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Runs in the child, on the parent's memory and stack while the parent waits. Returns only where it failed, with
/// errno.
int become_program(const ChildPlan& plan) {
  reset_signals();
  if (::setsid() < 0) return errno;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);
  if (::dup2(plan.input, STDIN_FILENO) < 0 || ::dup2(plan.output, STDOUT_FILENO) < 0 ||
      ::dup2(plan.errors, STDERR_FILENO) < 0) {
    return errno;
  }
  ::syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  if (::chdir(plan.folder) != 0) return errno;
  ::execve(plan.path, plan.arguments, environ);
  return errno;
}

struct ForkResult {
  pid_t pid;
  int exec_error;
};

/// vfork and execve, whose failure comes back through the memory that both share until then.
[[gnu::noinline]] ForkResult fork_and_execute(const ChildPlan& plan) {
  volatile int exec_error = 0;
  const pid_t pid = ::vfork();
  if (pid == 0) {
    exec_error = become_program(plan);
    ::_exit(127);
  }
  return {pid, exec_error};
}

}  // namespace

std::variant<LaunchedProgram, ExecError> launch_program(const ProgramCommand& command) {
  ::signal(SIGPIPE, SIG_IGN);
  const std::filesystem::path path = std::filesystem::absolute(command.path).lexically_normal();
  const std::filesystem::path folder = path.parent_path();
  std::vector<std::string> words{path.string()};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  make_non_blocking(input.write_end);
  make_non_blocking(output.read_end);
  make_non_blocking(errors.read_end);
  const ChildPlan plan{path.c_str(),
                       folder.c_str(),
                       arguments.data(),
                       input.read_end.number(),
                       output.write_end.number(),
                       errors.write_end.number(),
                       ::getpid()};

  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const ForkResult fork = fork_and_execute(plan);
  const int fork_error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (fork.pid < 0) throw std::system_error(fork_error, std::generic_category(), "cannot make a process for a bot");
  if (fork.exec_error != 0) {
    ::waitpid(fork.pid, nullptr, 0);
    return ExecError{fork.exec_error};
  }
  const auto pidfd = static_cast<int>(::syscall(SYS_pidfd_open, fork.pid, 0));
  if (pidfd < 0) {
    const int error = errno;
    ::kill(-fork.pid, SIGKILL);
    ::waitpid(fork.pid, nullptr, 0);
    throw std::system_error(error, std::generic_category(), "cannot watch a bot's process");
  }
  return LaunchedProgram{fork.pid, FileDescriptor(pidfd), std::move(input.write_end), std::move(output.read_end),
                         std::move(errors.read_end)};
}

}  // namespace tichu::arena
