#include "arena/hosting/sandbox/box/landlock_rules.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "arena/hosting/sandbox/box/channel.h"

namespace tichu::arena {
namespace {

// Debian 12's header knows the kernel's second version; later ones only add, with these fixed values.
constexpr std::uint64_t Truncate = 1ULL << 14;       // version 3
constexpr std::uint64_t DeviceControl = 1ULL << 15;  // version 5
constexpr std::uint64_t BindTcp = 1ULL << 0;         // version 4
constexpr std::uint64_t ConnectTcp = 1ULL << 1;
constexpr std::uint64_t AbstractSockets = 1ULL << 0;  // version 6
constexpr std::uint64_t Signals = 1ULL << 1;

struct RulesetAttributes {
  std::uint64_t files;
  std::uint64_t network;  ///< from version 4
  std::uint64_t scopes;   ///< from version 6
};

constexpr std::uint64_t FilesOfVersion1 =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE |
    LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
    LANDLOCK_ACCESS_FS_MAKE_SYM;
constexpr std::uint64_t ReadFile = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE;
constexpr std::uint64_t ReadFolder = ReadFile | LANDLOCK_ACCESS_FS_READ_DIR;

RulesetAttributes attributes_of(int version) {
  RulesetAttributes attributes{FilesOfVersion1, 0, 0};
  if (version >= 2) attributes.files |= LANDLOCK_ACCESS_FS_REFER;
  if (version >= 3) attributes.files |= Truncate;
  if (version >= 4) attributes.network = BindTcp | ConnectTcp;
  if (version >= 5) attributes.files |= DeviceControl;
  if (version >= 6) attributes.scopes = AbstractSockets | Signals;
  return attributes;
}

/// How much of the attributes a kernel of that version takes.
std::size_t size_of_attributes(int version) {
  if (version >= 6) return sizeof(RulesetAttributes);
  return version >= 4 ? 2 * sizeof(std::uint64_t) : sizeof(std::uint64_t);
}

/// The kernel's Landlock version, 1 or more; 0 if it has none.
int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? static_cast<int>(version) : 0;
}

constexpr const char* FilesOfItself[] = {
    "/proc/self/auxv",   "/proc/self/cmdline", "/proc/self/comm", "/proc/self/fd",    "/proc/self/environ",
    "/proc/self/limits", "/proc/self/maps",    "/proc/self/stat", "/proc/self/statm", "/proc/self/status"};
/// What is the same for all and always.
constexpr const char* FilesOfTheMachine[] = {"/proc/cpuinfo",
                                             "/proc/filesystems",
                                             "/proc/version",
                                             "/proc/sys/kernel/cap_last_cap",
                                             "/proc/sys/kernel/ngroups_max",
                                             "/proc/sys/kernel/osrelease",
                                             "/proc/sys/kernel/ostype",
                                             "/proc/sys/kernel/pid_max",
                                             "/proc/sys/kernel/threads-max",
                                             "/proc/sys/kernel/version",
                                             "/proc/sys/vm/max_map_count",
                                             "/proc/sys/vm/mmap_min_addr",
                                             "/proc/sys/vm/overcommit_memory"};

}  // namespace

LandlockRules::LandlockRules() {
  const int version = landlock_version();
  if (version == 0) return;
  const RulesetAttributes attributes = attributes_of(version);
  all_ = attributes.files;
  rules_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size_of_attributes(version), 0));
  if (rules_ < 0) report_failed_setup("Landlock's rules", errno);
}

LandlockRules::~LandlockRules() {
  if (rules_ >= 0) ::close(rules_);
}

void LandlockRules::show(const char* path) const {
  struct stat found {};
  if (::stat(path, &found) == 0) add(path, S_ISDIR(found.st_mode) ? ReadFolder : ReadFile);
}

void LandlockRules::show_device(const char* path) const {
  add(path, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
}

void LandlockRules::hand_over(const char* folder) const { add(folder, all_); }

void LandlockRules::show_own_process() const {
  for (const char* path : FilesOfItself) show(path);
  for (const char* path : FilesOfTheMachine) show(path);
  add("/proc/self/task", LANDLOCK_ACCESS_FS_READ_DIR);
}

void LandlockRules::add(const char* path, unsigned long access) const {
  if (!are_possible()) return;
  const int place = ::open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return;
  const landlock_path_beneath_attr rule{access, place};
  const long added = ::syscall(SYS_landlock_add_rule, rules_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  if (added != 0) report_failed_setup("a rule of Landlock", errno);
  ::close(place);
}

void LandlockRules::enforce() const {
  if (!are_possible()) return;
  if (::syscall(SYS_landlock_restrict_self, rules_, 0) != 0) report_failed_setup("Landlock", errno);
}

}  // namespace tichu::arena
