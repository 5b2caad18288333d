#include "arena/hosting/player/process_usage.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

namespace tichu::arena {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t KiB = 1024;

std::chrono::nanoseconds to_duration(const timespec& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::chrono::nanoseconds to_duration(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

/// Adds the children of all threads of a process, from the kernel's lists (proc(5), /proc/PID/task/TID/children).
void add_children(pid_t process, std::vector<pid_t>& found) {
  for (const std::filesystem::path& thread : thread_folders(process)) {
    std::ifstream children(thread / "children");
    for (pid_t child = 0; children >> child;) found.push_back(child);
  }
}

/// The most memory that a process has had, bytes: the line "VmHWM:     1234 kB".
std::uint64_t peak_memory_of(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10) * KiB;
  }
  return 0;
}

}  // namespace

std::vector<std::filesystem::path> thread_folders(pid_t process) {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  std::filesystem::directory_iterator thread("/proc/" + std::to_string(process) + "/task", error);
  for (; !error && thread != std::filesystem::directory_iterator(); thread.increment(error)) {
    found.push_back(thread->path());
  }
  return found;
}

KernelWait kernel_wait(pid_t first) {
  KernelWait found = KernelWait::Unknown;
  for (const pid_t process : with_descendants(first)) {
    for (const std::filesystem::path& thread : thread_folders(process)) {
      long call = -1;
      std::string argument;
      if (!(std::ifstream(thread / "syscall") >> call >> argument)) continue;  // it runs, or is hidden
      if (call == SYS_read && argument == "0x0") return KernelWait::Input;
      if (call == SYS_nanosleep || call == SYS_clock_nanosleep) found = KernelWait::Time;
    }
  }
  return found;
}

std::vector<pid_t> with_descendants(pid_t process) {
  std::vector<pid_t> found{process};
  for (std::size_t i = 0; i < found.size(); ++i) add_children(found[i], found);
  return found;
}

ResourceUsage usage_of_processes(pid_t first) {
  ResourceUsage usage;
  for (const pid_t process : with_descendants(first)) {
    usage.processor += processor_time_of(process);
    usage.peak_memory = std::max(usage.peak_memory, peak_memory_of(process));
  }
  return usage;
}

std::optional<std::chrono::nanoseconds> time_of(clockid_t clock) {
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) return std::nullopt;
  return to_duration(time);
}

std::chrono::nanoseconds processor_time_of(pid_t process) {
  clockid_t clock = 0;
  return ::clock_getcpuclockid(process, &clock) == 0 ? time_of(clock).value_or(0ns) : 0ns;
}

ResourceUsage usage_of_ended_process(pid_t child) {
  rusage used{};
  siginfo_t ended{};
  // The C library's waitid leaves out the last argument.
  while (::syscall(SYS_waitid, P_PID, child, &ended, WEXITED | WNOWAIT, &used) != 0) {
    if (errno != EINTR) return {};
  }
  // Its ru_maxrss is of no use: a process that came by vfork begins with the arena's.
  return {.processor = to_duration(used.ru_utime) + to_duration(used.ru_stime)};
}

}  // namespace tichu::arena
