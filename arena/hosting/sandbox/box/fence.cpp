#include "arena/hosting/sandbox/box/fence.h"

#include <grp.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/hosting/sandbox/box/bot_start.h"
#include "arena/hosting/sandbox/box/call_filter.h"
#include "arena/hosting/sandbox/box/channel.h"
#include "arena/hosting/sandbox/box/landlock_rules.h"

namespace tichu::arena {
namespace {

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

void become_fenced_bot(const BoxOptions& options) {
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
