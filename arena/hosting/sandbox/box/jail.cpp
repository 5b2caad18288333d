#include "arena/hosting/sandbox/box/jail.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/hosting/sandbox/box/bot_start.h"
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

/// Rules of Landlock for this process and all that it will start. It reads and executes only what it is shown, and
/// writes only to /dev/null. If the kernel can (versions 4 and 6), also no TCP, and no signals and abstract sockets
/// beyond the jail. What Landlock does not know (attributes, ownership, sockets) is for seccomp.
class LandlockRules {
 public:
  /// An empty set; ends the program with a report if the kernel refuses.
  LandlockRules();
  LandlockRules(const LandlockRules&) = delete;
  LandlockRules& operator=(const LandlockRules&) = delete;

  /// Shows a file, or a folder with all in it. A path that does not exist is passed over.
  void show(const std::string& path) const;
  /// Lets a device be read and written.
  void show_device(const std::string& path) const;
  /// Puts the rules into force.
  void enforce() const;

 private:
  void add(const std::string& path, unsigned long access) const;

  int rules_;
};

/// The kernel's Landlock version, 1 or more; 0 if it has none.
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

void become_user(uid_t user) {
  if (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 || ::setresuid(user, user, user) != 0) {
    report_failed_setup("change of user", errno);
  }
}

/// Lets this process send signals to itself alone; abort() is one. errno, 0 on success. The arena cannot write this
/// filter, since it holds this process's number. Landlock does the same from its sixth version on.
int forbid_signals_to_others() {
  constexpr std::array<int, 4> WithProcess{SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};
  constexpr std::uint32_t NumberOfCall = offsetof(seccomp_data, nr);
  constexpr std::uint32_t FirstArgument = offsetof(seccomp_data, args);
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lower half of an argument comes first");
  const auto self = static_cast<std::uint32_t>(::getpid());
  std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NumberOfCall)};
  for (std::size_t i = 0; i < WithProcess.size(); ++i) {
    const auto to_check = static_cast<std::uint8_t>(WithProcess.size() - i);
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(WithProcess[i]), to_check, 0));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FirstArgument));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 0, 1));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
  return load_filter(filter);
}

void show_what_is_needed(const BoxOptions& options, const LandlockRules& rules) {
  for (const std::string& path : options.readable) rules.show(path);
  rules.show("/proc/" + std::to_string(::getpid()));
  rules.show("/dev/random");
  rules.show("/dev/urandom");
  rules.show_device("/dev/null");
}

}  // namespace

void become_jailed_bot(const BoxOptions& options) {
  const LandlockRules rules;
  show_what_is_needed(options, rules);
  if (options.user) become_user(*options.user);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != options.parent) ::_exit(127);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) report_failed_setup("no new privileges", errno);
  const BotStart start(options);
  if (const int error = start.set_limits()) report_failed_setup("limits", error);
  rules.enforce();
  const CallFilter filter;
  if (const int error = forbid_signals_to_others()) report_failed_setup("seccomp", error);
  if (const int error = filter.load()) report_failed_setup("seccomp", error);
  ::syscall(SYS_close_range, BoxChannel, ~0U, CLOSE_RANGE_CLOEXEC);
  report(BoxReportKind::Ready);
  report(BoxReportKind::NotExecuted, start.execute());
  ::_exit(127);
}

}  // namespace tichu::arena
