#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace tichu::arena {

/// A descriptor of the arena that a new process gets under another number.
struct PassedDescriptor {
  int number = -1;  ///< at least LowestPassedDescriptor
  int target = -1;  ///< below that
};

/// What is handed over lies above all targets, so that no step of the handing over overwrites a later one's source.
constexpr int LowestPassedDescriptor = 64;

/// All that is needed to start a process; what it points to must live until it was started.
struct LaunchPlan {
  std::string program;             ///< absolute
  std::vector<std::string> words;  ///< its arguments, its own name first
  std::string folder;              ///< where it starts, absolute
  int input = 0;                   ///< the numbers under which it gets its pipes; where they are not 0 and 1, these
  int output = 1;                  ///< lead to /dev/null
  std::vector<PassedDescriptor> passed;
  std::vector<int> namespaces;  ///< that it enters, in this order
  std::vector<int> doors;       ///< files of control groups that it enters by writing "0" to them
  std::optional<uid_t> user;    ///< to become, with the group of the same number and no other
};

}  // namespace tichu::arena
