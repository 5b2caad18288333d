#pragma once

#include <sched.h>

#include <cstddef>
#include <vector>

#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {

/// The cores that this process may use, rising (sched_getaffinity); at least one.
std::vector<int> usable_cores();

/// The core that the calling thread runs on now; the first usable one if the host does not tell.
int current_core();

/// A core that no thread of another arena on this machine uses, if there is one left: the first from `cores[first]` on
/// that nobody has claimed. If all are claimed, `cores[first]`. `first` is taken modulo their count. `cores` must not
/// be empty. The claim lasts as long as the object; it is the name of an abstract socket, so that the kernel ends it
/// with the process.
class CoreClaim {
 public:
  CoreClaim(const std::vector<int>& cores, std::size_t first);
  int core() const { return core_; }

 private:
  FileDescriptor name_;
  int core_;
};

/// Keeps the calling thread on one core while it lives, and with it the programs that the thread starts: an answer that
/// need not wake another core comes three to five times faster. Does nothing if the host refuses.
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
