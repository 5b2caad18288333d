#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arena/hosting/sandbox/posix.h"
#include "arena/hosting/sandbox/resource_usage.h"

namespace tichu::arena {

/// What a control group bounds of all processes in it together.
struct GroupLimits {
  std::uint64_t memory = 0;  ///< bytes, swap included
  std::uint64_t processes = 0;
  std::uint64_t cores = 1;  ///< processor seconds a second
};

/// Why the kernel has killed a process of a group for want of memory.
enum class MemoryEnd : std::uint8_t {
  None,     ///< it has not
  Group,    ///< the group had reached its limit
  Machine,  ///< the machine was short of memory, and the group is not to blame
};

/// What the kernel's files say: `events` is memory.events of version 2, which counts how often the limit was met, or
/// memory.oom_control of version 1, which does not, so that the `peak` (bytes) must have come close to the `limit`.
MemoryEnd memory_end(const std::string& events, std::uint64_t peak, std::uint64_t limit);

/// The group of one bot's processes. It is removed with its object, which must outlive the processes in it.
class ControlGroup {
 public:
  ControlGroup() = default;
  ControlGroup(ControlGroup&&) = default;
  ControlGroup& operator=(ControlGroup&& other) noexcept;
  ~ControlGroup() { remove(); }

  /// The group's cgroup.procs files, one per hierarchy. A process enters by writing "0" to each.
  const std::vector<FileDescriptor>& procs() const { return procs_; }
  /// Closes these files, once all processes have entered.
  void close_procs() { procs_.clear(); }
  MemoryEnd memory_end() const;
  /// What all processes used that have ever been in it; 0 of what the group does not count.
  ResourceUsage usage() const;

 private:
  friend class ControlGroups;
  void remove();

  std::vector<std::filesystem::path> folders_;
  std::vector<FileDescriptor> procs_;
  std::filesystem::path memory_events_;   ///< empty if the group does not bound memory
  std::filesystem::path memory_peak_;     ///< empty if the group does not count memory
  std::uint64_t memory_limit_ = 0;        ///< bytes
  std::filesystem::path processor_time_;  ///< empty if the group does not count it
};

/// The control groups that the arena may make here, of version 2 or, if the machine has only that, of version 1. What
/// there is is found out once. Then several threads may make groups. The arena's own group goes away with the last such
/// object of the process.
class ControlGroups {
 public:
  /// Finds the places below which groups can be made, and makes the arena's in each. Removes what a killed arena left.
  static ControlGroups find();
  ControlGroups(ControlGroups&& other) noexcept;
  ControlGroups& operator=(ControlGroups&&) = delete;
  ~ControlGroups();

  bool bounds_memory() const { return memory_; }
  bool bounds_processes() const { return processes_; }
  bool bounds_cores() const { return cores_; }
  /// Whether the processor time of a group's processes is known.
  bool counts_processors() const { return counts_; }
  /// 1 or 2; 0 if no groups can be made.
  int version() const { return version_; }

  /// A new group with these limits, as far as groups can hold them. Throws std::system_error if the host fails.
  ControlGroup make(const GroupLimits& limits) const;

 private:
  ControlGroups() = default;
  bool find_version_2();
  void find_version_1();
  /// Of a new group.
  std::string unused_name() const;
  /// Makes a new group's folders, and returns its name. Other sandboxes of this process make theirs in the same place.
  std::string make_folders() const;
  /// False, with errno, if it cannot be made or is there already. The folder above may have to be made anew.
  bool make_folder(const std::filesystem::path& folder) const;

  int version_ = 0;
  bool memory_ = false;
  bool processes_ = false;
  bool cores_ = false;
  bool counts_ = false;
  /// The arena's own groups; the bots' are made inside.
  std::vector<std::filesystem::path> folders_;
  mutable std::atomic<std::uint64_t> made_ = 0;
};

}  // namespace tichu::arena
