#include "arena/match/core_placement.h"

namespace tichu::arena {

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
