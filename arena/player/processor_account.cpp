#include "arena/player/processor_account.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// A bot has 64 threads by default; more are not worth the time to read them.
constexpr std::size_t MostThreads = 256;

/// Adds a process's threads, and its children to those that are to be added.
void add_process(pid_t process, ThreadTimes& times, std::vector<pid_t>& to_add) {
  std::error_code error;
  for (const fs::directory_entry& thread :
       fs::directory_iterator("/proc/" + std::to_string(process) + "/task", error)) {
    if (times.size() == MostThreads) return;
    std::ifstream status(thread.path() / "schedstat");
    std::int64_t ran = 0;
    std::int64_t waited = 0;
    if (!(status >> ran >> waited)) continue;
    const auto number = static_cast<pid_t>(std::stol(thread.path().filename().string()));
    times[number] = {std::chrono::nanoseconds(ran), std::chrono::nanoseconds(waited)};
    std::ifstream children(thread.path() / "children");
    for (pid_t child = 0; children >> child;) to_add.push_back(child);
  }
}

}  // namespace

ThreadTimes thread_times(pid_t process) {
  ThreadTimes times;
  std::vector<pid_t> to_add{process};
  while (!to_add.empty() && times.size() < MostThreads) {
    const pid_t next = to_add.back();
    to_add.pop_back();
    add_process(next, times, to_add);
  }
  return times;
}

std::chrono::nanoseconds withheld(const ThreadTimes& before, const ThreadTimes& now, std::chrono::nanoseconds passed) {
  std::chrono::nanoseconds ran{0};
  std::chrono::nanoseconds waited{0};
  for (const auto& [thread, time] : now) {
    const auto known = before.find(thread);
    const ThreadTime begin = known == before.end() ? ThreadTime{} : known->second;
    ran += time.ran - begin.ran;
    waited = std::max(waited, time.waited - begin.waited);
  }
  return std::max(std::min(waited, passed - ran), std::chrono::nanoseconds(0));
}

}  // namespace tichu::arena
