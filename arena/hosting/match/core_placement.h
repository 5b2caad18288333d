#pragma once

#include <sched.h>

#include <cstddef>
#include <vector>

#include "arena/hosting/sandbox/file_descriptor.h"

namespace tichu::arena {

/// The cores that this process may use, rising (sched_getaffinity); at least one.
std::vector<int> usable_cores();

/// The core that the calling thread runs on now; the first usable one where the host does not tell.
int current_core();

/// A core of which no other arena's thread on this machine makes use, as far as there are such: the first from
/// `cores[first]` on that nobody has claimed, and where all are claimed `cores[first]`, the number taken modulo their
/// count. `cores` must not be empty. The claim lasts as long as the object; it is the name of an abstract socket, so
/// that the kernel ends it with the process.
class CoreClaim {
 public:
  CoreClaim(const std::vector<int>& cores, std::size_t first);
  int core() const { return core_; }

 private:
  FileDescriptor name_;
  int core_;
};

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
