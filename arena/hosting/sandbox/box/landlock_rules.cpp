#include "arena/hosting/sandbox/box/landlock_rules.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
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

}  // namespace

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? static_cast<int>(version) : 0;
}

LandlockRules::LandlockRules() : rules_(-1) {
  const int version = landlock_version();
  if (version == 0) report_failed_setup("not in this kernel", ENOSYS);
  const RulesetAttributes attributes = attributes_of(version);
  rules_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size_of_attributes(version), 0));
  if (rules_ < 0) report_failed_setup("Landlock's rules", errno);
}

void LandlockRules::show(const std::string& path) const {
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) add(path, S_ISDIR(found.st_mode) ? ReadFolder : ReadFile);
}

void LandlockRules::show_device(const std::string& path) const {
  add(path, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
}

void LandlockRules::add(const std::string& path, unsigned long access) const {
  const int place = ::open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return;
  const landlock_path_beneath_attr rule{access, place};
  const long added = ::syscall(SYS_landlock_add_rule, rules_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  if (added != 0) report_failed_setup("a rule of Landlock", errno);
  ::close(place);
}

void LandlockRules::enforce() const {
  if (::syscall(SYS_landlock_restrict_self, rules_, 0) != 0) report_failed_setup("Landlock", errno);
  ::close(rules_);
}

}  // namespace tichu::arena
