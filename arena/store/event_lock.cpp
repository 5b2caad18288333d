#include "arena/store/event_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace tichu::arena {

std::optional<EventLock> EventLock::take(const std::filesystem::path& folder) {
  FileDescriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!descriptor.is_open()) throw std::system_error(errno, std::generic_category(), "cannot open " + folder.string());
  if (::flock(descriptor.number(), LOCK_EX | LOCK_NB) == 0) return EventLock(std::move(descriptor));
  if (errno == EWOULDBLOCK) return std::nullopt;
  throw std::system_error(errno, std::generic_category(), "cannot lock " + folder.string());
}

}  // namespace tichu::arena
