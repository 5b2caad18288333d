#include "tests/bots/tagged_processes.h"

#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace tichu::tests {
namespace {

/// What can be read of a file; empty if its process has ended meanwhile, which is not an error here.
std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The state letter of /proc/PID/stat, which follows the name in brackets.
char state_of(const std::filesystem::path& folder) {
  const std::string stat = content(folder / "stat");
  const std::size_t bracket = stat.rfind(')');
  return bracket == std::string::npos || bracket + 2 >= stat.size() ? 'Z' : stat[bracket + 2];
}

}  // namespace

std::string new_tag() {
  static int count = 0;
  return "tag-" + std::to_string(::getpid()) + "-" + std::to_string(++count) + "-";
}

arena::BotSpec scripted_program(const std::string& tag, std::vector<std::string> arguments) {
  arena::BotSpec spec;
  spec.name = "scripted";
  spec.kind = arena::BotKind::Program;
  spec.path = TICHU_TEST_BOTS "/scripted_bot";
  spec.trusted = true;
  spec.arguments = {"--tag", tag};
  spec.arguments.insert(spec.arguments.end(), arguments.begin(), arguments.end());
  return spec;
}

arena::BotSpec scripted_plugin(const std::string& fault) {
  arena::BotSpec spec;
  spec.name = "scripted-plugin";
  spec.kind = arena::BotKind::Plugin;
  spec.path = TICHU_TEST_BOTS "/scripted.so";
  spec.trusted = true;
  if (!fault.empty()) spec.options = {{"fault", fault}};
  return spec;
}

namespace {

/// The processes with the tag whose state is wanted.
template <typename Wanted>
std::vector<int> processes(const std::string& tag, Wanted is_wanted) {
  std::vector<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size()) continue;
    if (content(entry.path() / "cmdline").find(tag) == std::string::npos) continue;
    if (is_wanted(state_of(entry.path()))) found.push_back(number);
  }
  return found;
}

/// Whether all threads of the process are stopped.
bool is_stopped(int process) {
  std::error_code gone;
  const std::filesystem::directory_iterator threads("/proc/" + std::to_string(process) + "/task", gone);
  return !gone &&
         std::all_of(begin(threads), end(threads), [](const auto& thread) { return state_of(thread.path()) == 'T'; });
}

/// Whether it comes about within ten seconds.
template <typename State>
bool comes_about(State state) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (!state()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    ::sched_yield();
  }
  return true;
}

}  // namespace

std::vector<int> living_processes(const std::string& tag) {
  return processes(tag, [](char state) { return state != 'Z'; });
}

bool all_gone(const std::string& tag) {
  return comes_about([&tag] { return living_processes(tag).empty(); });
}

bool are_stopped(const std::string& tag, std::size_t count) {
  return comes_about([&] {
    const std::vector<int> living = living_processes(tag);
    return static_cast<std::size_t>(std::count_if(living.begin(), living.end(), is_stopped)) == count;
  });
}

std::chrono::nanoseconds processor_time_of_stopped(const std::string& tag) {
  std::chrono::nanoseconds sum{};
  for (const int process : living_processes(tag)) {
    if (!is_stopped(process)) continue;
    clockid_t clock = 0;
    timespec time{};
    if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) continue;
    sum += std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
  return sum;
}

bool has_zombie_child() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

}  // namespace tichu::tests
