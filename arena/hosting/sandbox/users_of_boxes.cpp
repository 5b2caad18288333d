#include "arena/hosting/sandbox/users_of_boxes.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tichu::arena {
namespace {

constexpr uid_t Nobody = 65534;

/// Above the numbers that systemd keeps for users, services and containers, and below those that some programs take for
/// negative ones.
constexpr uid_t FirstOfRange = 1'900'000'000;
/// As many programs as MaxConcurrency boards of four tables have.
constexpr uid_t InARange = 16'384;
constexpr uid_t Ranges = 8192;

/// Whether users of these numbers exist here. In a container a root may be alone.
bool are_mapped(uid_t first, uid_t count) {
  std::ifstream map("/proc/self/uid_map");
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t length = 0;
  while (map >> inside >> outside >> length) {
    if (first >= inside && first - inside + count <= length) return true;
  }
  return false;
}

/// The lock of a range, closed if another object has it.
FileDescriptor lock_of(uid_t range) {
  const std::string file = std::string(RangeLocks) + "/" + std::to_string(range);
  FileDescriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR));
  if (!lock.is_open()) throw std::system_error(errno, std::generic_category(), "cannot open " + file);
  if (::flock(lock.fd(), LOCK_EX | LOCK_NB) == 0) return lock;
  if (errno != EWOULDBLOCK) throw std::system_error(errno, std::generic_category(), "cannot lock " + file);
  return {};
}

}  // namespace

UsersOfBoxes::Lease& UsersOfBoxes::Lease::operator=(Lease&& other) noexcept {
  if (this == &other) return *this;
  give_back();
  from_ = std::exchange(other.from_, nullptr);
  number_ = other.number_;
  user_ = other.user_;
  return *this;
}

void UsersOfBoxes::Lease::give_back() {
  if (from_ == nullptr || !from_->are_different()) return;
  const std::lock_guard lock(from_->mutex_);
  from_->taken_[number_] = false;
  from_ = nullptr;
}

UsersOfBoxes::UsersOfBoxes() {
  if (::geteuid() != 0) return;
  if (!are_mapped(FirstOfRange, InARange * Ranges)) {
    if (are_mapped(Nobody, 1)) kind_ = Kind::Nobody;
    return;
  }
  if (::mkdir(RangeLocks, S_IRWXU) != 0 && errno != EEXIST) {
    throw std::system_error(errno, std::generic_category(), std::string("cannot make the folder ") + RangeLocks);
  }
  // Not that of an arena which has just been killed: its boxes may need a moment to end.
  const auto begin = static_cast<uid_t>(::getpid()) % Ranges;
  for (uid_t i = 0; i < Ranges && !range_lock_.is_open(); ++i) {
    const uid_t range = (begin + i) % Ranges;
    range_lock_ = lock_of(range);
    first_ = FirstOfRange + range * InARange;
  }
  if (!range_lock_.is_open()) throw std::runtime_error("all ranges of user numbers for bots' boxes are in use");
  kind_ = Kind::Different;
  taken_.resize(InARange);
}

UsersOfBoxes::Lease UsersOfBoxes::take() {
  if (kind_ == Kind::Arenas) return {};
  if (kind_ == Kind::Nobody) return {*this, 0, Nobody};
  const std::lock_guard lock(mutex_);
  const auto from = taken_.begin() + static_cast<std::ptrdiff_t>(next_);
  auto free = std::find(from, taken_.end(), false);
  if (free == taken_.end()) {
    free = std::find(taken_.begin(), from, false);
    if (free == from) throw std::runtime_error("each user number for bots' boxes is that of a box already");
  }
  *free = true;
  const auto number = static_cast<std::size_t>(std::distance(taken_.begin(), free));
  next_ = (number + 1) % taken_.size();
  return {*this, number, first_ + static_cast<uid_t>(number)};
}

}  // namespace tichu::arena
