#include "arena/check/player_process.h"

#include <signal.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "arena/player/program_player.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// The parent of a process, by the fourth word of /proc/PID/stat, behind the name in brackets; 0 where it has ended.
pid_t parent_of(const fs::path& folder) {
  std::ifstream file(folder / "stat");
  std::string line;
  std::getline(file, line);
  const std::size_t bracket = line.rfind(')');
  if (bracket == std::string::npos) return 0;
  std::istringstream words(line.substr(bracket + 1));
  char state = 0;
  pid_t parent = 0;
  words >> state >> parent;
  return parent;
}

/// The processes of the machine by their parents.
std::multimap<pid_t, pid_t> children_of_all() {
  std::multimap<pid_t, pid_t> children;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    const auto [end, failed] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (failed == std::errc() && end == name.data() + name.size()) children.emplace(parent_of(entry.path()), process);
  }
  return children;
}

/// A process and all its descendants, those that began others before these.
std::vector<pid_t> with_descendants(pid_t process) {
  const std::multimap<pid_t, pid_t> children = children_of_all();
  std::vector<pid_t> found{process};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    for (auto child = first; child != last; ++child) found.push_back(child->second);
  }
  return found;
}

/// The second number of /proc/PID/statm, in pages.
std::uint64_t resident_pages(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident;
}

}  // namespace

std::optional<pid_t> process_of(const Player& player) {
  const auto* program = dynamic_cast<const ProgramPlayer*>(&player);
  return program != nullptr ? program->process_id() : std::nullopt;
}

std::uint64_t resident_memory(pid_t process) {
  std::uint64_t pages = 0;
  for (const pid_t each : with_descendants(process)) pages += resident_pages(each);
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void kill_processes(pid_t process) {
  for (const pid_t each : with_descendants(process)) ::kill(each, SIGKILL);
}

}  // namespace tichu::arena
