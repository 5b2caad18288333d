#include "arena/sandbox/box/fence.h"

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

#include "arena/sandbox/box/bot_start.h"
#include "arena/sandbox/box/channel.h"
#include "arena/sandbox/box/landlock_rules.h"

namespace tichu::arena {
namespace {

void become_user(uid_t user) {
  if (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 || ::setresuid(user, user, user) != 0) {
    report_failed_setup("change of user", errno);
  }
}

void load_filter(sock_filter* instructions, std::size_t count) {
  const sock_fprog program{static_cast<unsigned short>(count), instructions};
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) report_failed_setup("seccomp", errno);
}

/// The filter that the arena made, from its descriptor.
void load_common_filter() {
  std::vector<sock_filter> instructions(BPF_MAXINSNS);
  const ssize_t size = ::read(BoxFilter, instructions.data(), instructions.size() * sizeof(sock_filter));
  if (size <= 0) report_failed_setup("reading the filter", errno);
  load_filter(instructions.data(), static_cast<std::size_t>(size) / sizeof(sock_filter));
}

/// Lets this process send signals to itself alone; abort() is one. The arena cannot write this filter, since it holds
/// this process's number. Landlock does the same from its sixth version on.
void forbid_signals_to_others() {
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
  load_filter(filter.data(), filter.size());
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
  forbid_signals_to_others();
  load_common_filter();
  ::syscall(SYS_close_range, BoxChannel, ~0U, CLOSE_RANGE_CLOEXEC);
  report(BoxReportKind::Ready);
  report(BoxReportKind::NotExecuted, start.execute());
  ::_exit(127);
}

}  // namespace tichu::arena
