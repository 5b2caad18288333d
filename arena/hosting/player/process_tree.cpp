#include "arena/hosting/player/process_tree.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// Adds the children of all threads of a process, from the kernel's lists (proc(5), /proc/PID/task/TID/children).
void add_children(pid_t process, std::vector<pid_t>& found) {
  std::error_code error;
  const fs::directory_iterator threads("/proc/" + std::to_string(process) + "/task", error);
  if (error) return;
  for (fs::directory_iterator thread = threads; thread != fs::directory_iterator(); thread.increment(error)) {
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) found.push_back(child);
    if (error) return;
  }
}

}  // namespace

std::vector<pid_t> with_descendants(pid_t process) {
  std::vector<pid_t> found{process};
  for (std::size_t i = 0; i < found.size(); ++i) add_children(found[i], found);
  return found;
}

}  // namespace tichu::arena
