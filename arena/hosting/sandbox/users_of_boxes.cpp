#include "arena/hosting/sandbox/users_of_boxes.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace tichu::arena {
namespace {

constexpr uid_t Nobody = 65534;

/// Above the numbers that systemd keeps for users, services and containers, and below those that some programs take for
/// negative ones.
constexpr uid_t FirstOfRange = 1'900'000'000;
/// As many programs as MaxConcurrency boards of four tables have.
constexpr uid_t OfAnArena = 16'384;
constexpr uid_t Arenas = 8192;

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
  if (are_mapped(FirstOfRange, OfAnArena * Arenas)) {
    kind_ = Kind::Different;
    taken_.resize(OfAnArena);
  } else if (are_mapped(Nobody, 1)) {
    kind_ = Kind::Nobody;
  }
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
  const uid_t arena = static_cast<uid_t>(::getpid()) % Arenas;
  return {*this, number, FirstOfRange + arena * OfAnArena + static_cast<uid_t>(number)};
}

}  // namespace tichu::arena
