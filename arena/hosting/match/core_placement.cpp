#include "arena/hosting/match/core_placement.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>
#include <string>

namespace tichu::arena {
namespace {

/// A socket that has the core's name to itself; none where somebody else has it, or no sockets can be made.
FileDescriptor name_of_core(int core) {
  FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const std::string name = "tichu-arena-core-" + std::to_string(core);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, name.data(), name.size());  // that it begins with 0 makes it abstract
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (::bind(socket.fd(), reinterpret_cast<const sockaddr*>(&address), size) != 0) socket.close();
  return socket;
}

}  // namespace

std::vector<int> usable_cores() {
  cpu_set_t set;
  std::vector<int> cores;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int core = 0; core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(core, &set)) cores.push_back(core);
    }
  }
  if (cores.empty()) cores.push_back(0);
  return cores;
}

int current_core() {
  const int core = ::sched_getcpu();
  return core >= 0 ? core : usable_cores().front();
}

CoreClaim::CoreClaim(const std::vector<int>& cores, std::size_t first) : core_(cores[first % cores.size()]) {
  for (std::size_t i = 0; i < cores.size(); ++i) {
    const int core = cores[(first + i) % cores.size()];
    name_ = name_of_core(core);
    if (!name_.is_open()) continue;
    core_ = core;
    return;
  }
}

CorePlacement::CorePlacement(int core) {
  if (::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  placed_ = ::sched_setaffinity(0, sizeof one, &one) == 0;
}

CorePlacement::~CorePlacement() {
  if (placed_) ::sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace tichu::arena
