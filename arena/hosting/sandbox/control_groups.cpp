#include "arena/hosting/sandbox/control_groups.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "arena/hosting/sandbox/control_hierarchy.h"

namespace tichu::arena {
namespace {

namespace fs = std::filesystem;

/// How the names of arenas' groups begin. Each process namespace has its own: a process number of this one may not
/// exist in another, whose arenas must not take this one for dead.
std::string prefix() {
  struct stat own {};
  const bool is_known = ::stat("/proc/self/ns/pid", &own) == 0;
  return "tichu-arena-" + std::to_string(is_known ? own.st_ino : 0) + "-";
}

constexpr std::uint64_t PeriodMicroseconds = 100'000;  ///< over which the share of the cores is counted

std::string content(const fs::path& file) {
  std::ifstream in(file);
  std::string text;
  std::getline(in, text, '\0');
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Writes a kernel's file; 0 or the errno. Version 1 sets no limit of memory while a signal is pending, and that may be
/// a SIGCHLD, of any bot that ends now, although nobody handles it.
int write_value(const fs::path& file, const std::string& value) {
  const FileDescriptor open_file(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (!open_file.is_open()) return errno;
  ssize_t written = -1;
  do {
    written = ::write(open_file.fd(), value.data(), value.size());
  } while (written < 0 && errno == EINTR);
  return written < 0 ? errno : 0;
}

void remove_group_and_its_own(const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_directory(error)) ::rmdir(entry.path().c_str());
  }
  ::rmdir(folder.c_str());
}

/// When a process started, in the kernel's ticks; nullopt if that cannot be read. Tells a process from an earlier one
/// with its number.
std::optional<std::uint64_t> start_of(pid_t process) {
  const std::string status = content("/proc/" + std::to_string(process) + "/stat");
  const std::size_t name_end = status.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  const std::vector<std::string> fields = split(status.substr(name_end + 2), ' ');
  constexpr std::size_t StartTime = 19;  // proc(5): the 22nd, the state after the name being the third
  return fields.size() > StartTime ? std::optional(number_in(fields[StartTime])) : std::nullopt;
}

/// The name of an arena's group: its process and when that started.
std::string name_of_group(pid_t arena, std::uint64_t start) {
  return prefix() + std::to_string(arena) + "-" + std::to_string(start);
}

/// Whether the group with that name is of an arena that has ended. One whose process lives and tells nothing of itself,
/// since this process may open no more files for example, has not.
bool is_of_an_ended_arena(const std::string& name, pid_t arena) {
  if (::kill(arena, 0) != 0 && errno == ESRCH) return true;
  const std::optional<std::uint64_t> start = start_of(arena);
  return start && name != name_of_group(arena, *start);
}

/// Removes what arenas left behind that were killed; a group with processes cannot be removed.
void remove_stale_groups(const fs::path& folder) {
  const std::string beginning = prefix();
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(beginning)) continue;
    const auto arena = static_cast<pid_t>(number_in(std::string_view(name).substr(beginning.size())));
    if (is_of_an_ended_arena(name, arena)) remove_group_and_its_own(entry.path());
  }
}

/// The arena's group inside of another; nullopt if it cannot be made.
std::optional<fs::path> make_arenas_group(const fs::path& parent) {
  remove_stale_groups(parent);
  const fs::path folder = parent / name_of_group(::getpid(), start_of(::getpid()).value_or(0));
  if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST) return std::nullopt;
  return folder;
}

/// What a group of version 2 hands down to those in it.
std::string wanted_controllers(bool cores) { return cores ? "+memory +pids +cpu" : "+memory +pids"; }

void limit(const fs::path& file, const std::string& value) {
  if (const int error = write_value(file, value)) {
    throw std::system_error(error, std::generic_category(), "cannot write " + file.string());
  }
}

/// If a kernel counts swap apart, swap must not be a way out.
void limit_if_there(const fs::path& file, const std::string& value) {
  std::error_code error;
  if (fs::exists(file, error)) limit(file, value);
}

bool has(const fs::path& folder, const char* file) {
  std::error_code error;
  return fs::exists(folder / file, error);
}

/// Sets whatever limits the group's controllers have, by the names of both versions.
void set_limits(const fs::path& group, const GroupLimits& limits) {
  const std::string memory = std::to_string(limits.memory);
  const std::string period = std::to_string(PeriodMicroseconds);
  const std::string quota = std::to_string(limits.cores * PeriodMicroseconds);
  if (has(group, "memory.max")) {
    limit(group / "memory.max", memory);
    limit_if_there(group / "memory.swap.max", "0");
    limit_if_there(group / "memory.oom.group", "1");
  }
  if (has(group, "memory.limit_in_bytes")) {
    limit(group / "memory.limit_in_bytes", memory);
    limit_if_there(group / "memory.memsw.limit_in_bytes", memory);
  }
  if (has(group, "pids.max")) limit(group / "pids.max", std::to_string(limits.processes));
  if (has(group, "cpu.max")) limit(group / "cpu.max", quota + " " + period);
  if (has(group, "cpu.cfs_quota_us")) {
    limit(group / "cpu.cfs_period_us", period);
    limit(group / "cpu.cfs_quota_us", quota);
  }
}

/// The first of the files that a group has; empty if it has none.
fs::path first_file(const fs::path& group, const char* of_version_2, const char* of_version_1) {
  if (has(group, of_version_2)) return group / of_version_2;
  return has(group, of_version_1) ? group / of_version_1 : fs::path();
}

/// Processor time from cpu.stat ("usage_usec 123" and further lines) or cpuacct.usage (nanoseconds).
std::chrono::nanoseconds processor_time_in(const std::string& text) {
  constexpr std::string_view Microseconds = "usage_usec ";
  if (!text.starts_with(Microseconds)) return std::chrono::nanoseconds(number_in(text));
  return std::chrono::microseconds(number_in(std::string_view(text).substr(Microseconds.size())));
}

}  // namespace

ControlGroup& ControlGroup::operator=(ControlGroup&& other) noexcept {
  if (this == &other) return *this;
  remove();
  folders_ = std::exchange(other.folders_, {});
  procs_ = std::exchange(other.procs_, {});
  memory_events_ = std::move(other.memory_events_);
  memory_limit_ = other.memory_limit_;
  memory_peak_ = std::move(other.memory_peak_);
  processor_time_ = std::move(other.processor_time_);
  return *this;
}

void ControlGroup::remove() {
  procs_.clear();
  for (const fs::path& folder : folders_) ::rmdir(folder.c_str());
  folders_.clear();
}

MemoryEnd memory_end(const std::string& events, std::uint64_t peak, std::uint64_t limit) {
  // The kernel takes memory by pages of at most 2 MiB, and in advance for each core.
  constexpr std::uint64_t Close = 4 << 20;
  bool killed = false;
  bool at_limit = peak + Close >= limit;
  for (const std::string& line : split(events, '\n')) {
    if (line.starts_with("oom_kill ")) killed = line != "oom_kill 0";
    if (line.starts_with("oom ")) at_limit = line != "oom 0";
  }
  if (!killed) return MemoryEnd::None;
  return at_limit ? MemoryEnd::Group : MemoryEnd::Machine;
}

MemoryEnd ControlGroup::memory_end() const {
  if (memory_events_.empty()) return MemoryEnd::None;
  return arena::memory_end(content(memory_events_), usage().peak_memory, memory_limit_);
}

ResourceUsage ControlGroup::usage() const {
  ResourceUsage usage;
  if (!processor_time_.empty()) usage.processor = processor_time_in(content(processor_time_));
  if (!memory_peak_.empty()) usage.peak_memory = number_in(content(memory_peak_));
  return usage;
}

ControlGroups::ControlGroups(ControlGroups&& other) noexcept
    : version_(other.version_),
      memory_(other.memory_),
      processes_(other.processes_),
      cores_(other.cores_),
      counts_(other.counts_),
      folders_(std::exchange(other.folders_, {})),
      made_(other.made_.load()) {}

ControlGroups::~ControlGroups() {
  // Another sandbox of this process may have groups in there: those stay, and with them the folder.
  for (const fs::path& folder : folders_) ::rmdir(folder.c_str());
}

ControlGroups ControlGroups::find() {
  ControlGroups groups;
  if (!groups.find_version_2()) groups.find_version_1();
  return groups;
}

/// In version 2 a group with processes of its own cannot hand its controllers down. So the nearest group above is
/// taken that hands down memory and processes already and lets us make groups; what a user's service manager or a root
/// has is such a one.
bool ControlGroups::find_version_2() {
  for (const ControlHierarchy& hierarchy : control_hierarchies("cgroup2")) {
    const std::optional<fs::path> own = folder_of_own_group(hierarchy, "");
    if (!own) continue;
    for (fs::path folder = *own; is_within(folder, hierarchy.mounted); folder = folder.parent_path()) {
      const std::vector<std::string> handed_down = split(content(folder / "cgroup.subtree_control"), ' ');
      if (!contains(handed_down, "memory") || !contains(handed_down, "pids")) continue;
      if (::access((folder / "cgroup.procs").c_str(), W_OK) != 0) continue;
      const std::optional<fs::path> made = make_arenas_group(folder);
      if (!made) continue;
      folders_.push_back(*made);
      cores_ = contains(handed_down, "cpu");
      if (write_value(*made / "cgroup.subtree_control", wanted_controllers(cores_)) != 0) {
        remove_group_and_its_own(*made);
        folders_.clear();
        continue;
      }
      memory_ = processes_ = counts_ = true;
      version_ = 2;
      return true;
    }
  }
  return false;
}

void ControlGroups::find_version_1() {
  const std::vector<ControlHierarchy> all = control_hierarchies("cgroup");
  const auto take = [&](std::string_view controller) {
    for (const ControlHierarchy& hierarchy : all) {
      if (!contains(hierarchy.controllers, controller)) continue;
      const std::optional<fs::path> own = folder_of_own_group(hierarchy, controller);
      if (!own || ::access(own->c_str(), W_OK) != 0) return false;
      const std::optional<fs::path> made = make_arenas_group(*own);
      if (!made) return false;
      if (std::find(folders_.begin(), folders_.end(), *made) == folders_.end()) folders_.push_back(*made);
      version_ = 1;
      return true;
    }
    return false;
  };
  memory_ = take("memory");
  processes_ = take("pids");
  cores_ = take("cpu");
  counts_ = take("cpuacct");
}

std::string ControlGroups::unused_name() const {
  // The kernel keeps a group for as long as a killed process takes to end.
  while (true) {
    std::string name = std::to_string(made_.fetch_add(1));
    const auto has_it = [&name](const fs::path& parent) { return has(parent, name.c_str()); };
    if (std::none_of(folders_.begin(), folders_.end(), has_it)) return name;
  }
}

std::string ControlGroups::make_folders() const {
  constexpr int MostTries = 1000;
  for (int tries = 0; tries < MostTries; ++tries) {
    const std::string name = unused_name();
    std::size_t made = 0;
    while (made < folders_.size() && make_folder(folders_[made] / name)) ++made;
    if (made == folders_.size()) return name;
    const int error = errno;
    while (made > 0) ::rmdir((folders_[--made] / name).c_str());
    // Another sandbox of this process took the name at this moment, or has just ended and removed what was empty.
    if (error != EEXIST && error != ENOENT) {
      throw std::system_error(error, std::generic_category(), "cannot make a control group in " + folders_[0].string());
    }
  }
  throw std::system_error(EEXIST, std::generic_category(), "cannot make a control group in " + folders_[0].string());
}

bool ControlGroups::make_folder(const fs::path& folder) const {
  if (::mkdir(folder.c_str(), 0755) == 0) return true;
  if (errno != ENOENT) return false;
  const fs::path parent = folder.parent_path();
  if (::mkdir(parent.c_str(), 0755) != 0 && errno != EEXIST) return false;
  if (version_ == 2) write_value(parent / "cgroup.subtree_control", wanted_controllers(cores_));
  return ::mkdir(folder.c_str(), 0755) == 0;
}

ControlGroup ControlGroups::make(const GroupLimits& limits) const {
  ControlGroup group;
  group.memory_limit_ = limits.memory;
  const std::string name = make_folders();
  // Version 1 has a cpu.stat too, of its controller cpu, which tells of no time used.
  const char* processor_time = version_ == 2 ? "cpu.stat" : "cpuacct.usage";
  for (const fs::path& parent : folders_) {
    const fs::path folder = parent / name;
    group.folders_.push_back(folder);
    set_limits(folder, limits);
    FileDescriptor procs(::open((folder / "cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
    if (!procs.is_open()) {
      throw std::system_error(errno, std::generic_category(), "cannot open the control group " + folder.string());
    }
    group.procs_.push_back(std::move(procs));
    if (group.memory_events_.empty()) group.memory_events_ = first_file(folder, "memory.events", "memory.oom_control");
    if (group.memory_peak_.empty()) {
      group.memory_peak_ = first_file(folder, "memory.peak", "memory.max_usage_in_bytes");
    }
    if (has(folder, processor_time)) group.processor_time_ = folder / processor_time;
  }
  return group;
}

}  // namespace tichu::arena
