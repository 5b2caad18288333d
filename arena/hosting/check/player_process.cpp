#include "arena/hosting/check/player_process.h"

#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "arena/hosting/player/process_usage.h"
#include "arena/hosting/player/program_player.h"

namespace tichu::arena {
namespace {

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
