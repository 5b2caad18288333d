#include "arena/hosting/sandbox/users_of_boxes.h"

#include <unistd.h>

#include <fstream>

namespace tichu::arena {
namespace {

constexpr uid_t Nobody = 65534;

/// Above the numbers that systemd keeps for users, services and containers, and below those that some programs take for
/// negative ones.
constexpr uid_t FirstOfRange = 1'900'000'000;
constexpr uid_t OfAnArena = 4096;
constexpr uid_t Arenas = 32'768;

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

UsersOfBoxes::UsersOfBoxes() {
  if (::geteuid() != 0) return;
  if (are_mapped(FirstOfRange, OfAnArena * Arenas)) {
    kind_ = Kind::Different;
  } else if (are_mapped(Nobody, 1)) {
    kind_ = Kind::Nobody;
  }
}

std::optional<uid_t> UsersOfBoxes::next() {
  if (kind_ == Kind::Arenas) return std::nullopt;
  if (kind_ == Kind::Nobody) return Nobody;
  const uid_t arena = static_cast<uid_t>(::getpid()) % Arenas;
  return FirstOfRange + arena * OfAnArena + given_.fetch_add(1) % OfAnArena;
}

}  // namespace tichu::arena
