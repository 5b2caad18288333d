#include "arena/tournament/store/tournament_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>

namespace tichu::arena {

std::optional<TournamentLock> TournamentLock::take(const std::filesystem::path& folder) {
  FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open()) throw std::system_error(errno, std::generic_category(), "cannot open " + folder.string());
  // A process that an arena was just making when it was killed has the lock until it executes its program.
  constexpr int Attempts = 100;
  constexpr std::chrono::milliseconds Pause{20};
  for (int attempt = 0; attempt < Attempts; ++attempt) {
    if (::flock(descriptor.fd(), LOCK_EX | LOCK_NB) == 0) return TournamentLock(std::move(descriptor));
    if (errno != EWOULDBLOCK) {
      throw std::system_error(errno, std::generic_category(), "cannot lock " + folder.string());
    }
    std::this_thread::sleep_for(Pause);
  }
  return std::nullopt;
}

bool TournamentLock::is_taken(const std::filesystem::path& folder) {
  const FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A shared lock for the blink of an eye: an arena that begins just then tries again, and who asks keeps nobody off.
  return descriptor.is_open() && ::flock(descriptor.fd(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace tichu::arena
