#pragma once

#include <sched.h>

#include <vector>

namespace tichu::arena {

/// The cores that this process may use, rising (sched_getaffinity); at least one.
std::vector<int> usable_cores();

/// The core that the calling thread runs on now; the first usable one where the host does not tell.
int current_core();

/// Keeps the calling thread on one core while it lives, and with it the programs that the thread starts: an answer that
/// need not wake another core comes three to five times faster. Does nothing where the host refuses.
class CorePlacement {
 public:
  explicit CorePlacement(int core);
  ~CorePlacement();
  CorePlacement(const CorePlacement&) = delete;
  CorePlacement& operator=(const CorePlacement&) = delete;

 private:
  cpu_set_t before_;
  bool placed_ = false;
};

}  // namespace tichu::arena
