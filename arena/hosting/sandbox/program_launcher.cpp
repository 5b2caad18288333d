#include "arena/hosting/sandbox/program_launcher.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <system_error>

namespace tichu::arena {
namespace {

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

Pipe make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw_host_error("cannot make a pipe for a bot");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

void make_non_blocking(const FileDescriptor& descriptor) {
  if (::fcntl(descriptor.fd(), F_SETFL, O_NONBLOCK) != 0) throw_host_error("cannot set up a pipe for a bot");
}

/// What went wrong in the child.
enum class Failure : int { None, Host, Execution };

/// All that the child needs, prepared before it exists: between vfork and execve it may only make system calls.
struct ChildPlan {
  const LaunchPlan& plan;
  char* const* arguments;
  int input;
  int output;
  int errors;
  pid_t parent;
  rlimit descriptors;
  volatile Failure failure = Failure::None;
  volatile int error_number = 0;
};

void reset_signals() {
  struct sigaction by_default = {};
  by_default.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &by_default, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool enter_groups(const std::vector<int>& cgroup_procs) {
  return std::all_of(cgroup_procs.begin(), cgroup_procs.end(), [](int procs) { return ::write(procs, "0", 1) == 1; });
}

bool enter_namespaces(const std::vector<int>& namespaces) {
  return std::all_of(namespaces.begin(), namespaces.end(), [](int entered) { return ::setns(entered, 0) == 0; });
}

/// By bare system calls: the C library's functions would ask all threads of the arena to change with the child.
bool become_user(uid_t user) {
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 && ::syscall(SYS_setresgid, user, user, user) == 0 &&
         ::syscall(SYS_setresuid, user, user, user) == 0;
}

bool place_descriptors(const ChildPlan& child) {
  const LaunchPlan& plan = child.plan;
  if (plan.input != STDIN_FILENO || plan.output != STDOUT_FILENO) {
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(nothing, STDOUT_FILENO) < 0) return false;
  }
  if (::dup2(child.input, plan.input) < 0 || ::dup2(child.output, plan.output) < 0) return false;
  if (::dup2(child.errors, STDERR_FILENO) < 0) return false;
  for (const PassedDescriptor& passed : plan.passed) {
    if (::dup2(passed.source, passed.target) < 0) return false;
  }
  return true;
}

/// The first number above all that the child gets.
unsigned end_of_targets(const LaunchPlan& plan) {
  int highest = std::max({STDERR_FILENO, plan.input, plan.output});
  for (const PassedDescriptor& passed : plan.passed) highest = std::max(highest, passed.target);
  return static_cast<unsigned>(highest) + 1;
}

/// Everything before the program itself. False, with errno, if the host fails.
bool prepare_child(const ChildPlan& child) {
  reset_signals();
  if (::setsid() < 0 || !enter_groups(child.plan.cgroup_procs) || !enter_namespaces(child.plan.namespaces))
    return false;
  if (child.plan.user && !become_user(*child.plan.user)) return false;
  if (child.plan.dies_with_starter)
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // after the change of user, which would undo it
  if (::getppid() != child.parent) ::_exit(127);
  if (!place_descriptors(child)) return false;
  // Only now: a lower limit would keep the steps above from numbers that the arena uses.
  if (::setrlimit(RLIMIT_NOFILE, &child.descriptors) != 0) return false;
  return ::syscall(SYS_close_range, end_of_targets(child.plan), ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

/// Runs in the child, on the parent's memory and stack while the parent waits.
void become_program(ChildPlan& child) {
  Failure failure = Failure::Host;
  if (prepare_child(child)) {
    failure = Failure::Execution;
    if (::chdir(child.plan.working_directory.c_str()) == 0)
      ::execve(child.plan.program.c_str(), child.arguments, environ);
  }
  child.error_number = errno;
  child.failure = failure;
}

/// vfork and execve. A failure comes back through the memory that both share until then.
///
/// Boost.Process 1.81 cannot start programs from several threads: its fork handlers corrupt or block other reactors
/// (boostorg/process#430), and forking grows slow with the memory of the parent.
[[gnu::noinline]] pid_t fork_and_execute(ChildPlan& child) {
  const pid_t pid = ::vfork();
  if (pid == 0) {
    become_program(child);
    ::_exit(127);
  }
  return pid;
}

/// Forks with all signals blocked, so that no handler of the arena runs in the child.
pid_t fork_undisturbed(ChildPlan& child) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = fork_and_execute(child);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  // The kernel takes a change of user in the child, on this memory, for a reason to keep this process from debuggers.
  if (child.plan.user) ::prctl(PR_SET_DUMPABLE, 1);
  if (pid < 0) throw std::system_error(error, std::generic_category(), "cannot make a process for a bot");
  return pid;
}

FileDescriptor watch(pid_t process) {
  FileDescriptor pidfd(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  if (pidfd.is_open()) return pidfd;
  const int error = errno;
  ::kill(-process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  throw std::system_error(error, std::generic_category(), "cannot watch a bot's process");
}

}  // namespace

tl::expected<LaunchedProgram, ExecError> launch(const LaunchPlan& plan) {
  ::signal(SIGPIPE, SIG_IGN);
  assert(std::all_of(plan.passed.begin(), plan.passed.end(), [](const PassedDescriptor& passed) {
    return passed.source >= LowestPassedDescriptor && passed.target < LowestPassedDescriptor;
  }));
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  make_non_blocking(input.write_end);
  make_non_blocking(output.read_end);
  make_non_blocking(errors.read_end);
  const FileDescriptor childs_input = duplicate_to_pass(input.read_end);
  const FileDescriptor childs_output = duplicate_to_pass(output.write_end);
  const FileDescriptor childs_errors = duplicate_to_pass(errors.write_end);
  const std::vector<char*> arguments = null_terminated(plan.argv);
  ChildPlan child{plan,       arguments.data(),        childs_input.fd(), childs_output.fd(), childs_errors.fd(),
                  ::getpid(), first_descriptor_limit()};
  const pid_t pid = fork_undisturbed(child);
  if (child.failure != Failure::None) {
    ::waitpid(pid, nullptr, 0);
    if (child.failure == Failure::Execution) return tl::unexpected(ExecError{child.error_number});
    throw std::system_error(child.error_number, std::generic_category(), "cannot set up a process for a bot");
  }
  return LaunchedProgram{
      pid,         watch(pid), std::move(input.write_end), std::move(output.read_end), std::move(errors.read_end),
      std::nullopt};
}

tl::expected<LaunchedProgram, ExecError> launch_program(const ProgramCommand& command) {
  LaunchPlan plan;
  plan.program = command.absolute_path().string();
  plan.working_directory = command.directory().string();
  plan.argv = {plan.program};
  plan.argv.insert(plan.argv.end(), command.arguments.begin(), command.arguments.end());
  return launch(plan);
}

}  // namespace tichu::arena
