#include "arena/hosting/sandbox/box/jail.h"

#include <grp.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/hosting/sandbox/box/bot_start.h"
#include "arena/hosting/sandbox/box/channel.h"
#include "arena/hosting/sandbox/box/landlock_rules.h"

namespace tichu::arena {
namespace {

void become_user(uid_t user) {
  if (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 || ::setresuid(user, user, user) != 0) {
    report_failed_setup("change of user", errno);
  }
}

/// A filter that judges these calls by `judgement`, which begins with their first argument; all others pass.
std::vector<sock_filter> filter_of(const std::vector<int>& calls, const std::vector<sock_filter>& judgement) {
  constexpr std::uint32_t NumberOfCall = offsetof(seccomp_data, nr);
  constexpr std::uint32_t FirstArgument = offsetof(seccomp_data, args);
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lower half of an argument comes first");
  std::vector<sock_filter> filter{BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NumberOfCall)};
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const auto to_judgement = static_cast<std::uint8_t>(calls.size() - i);
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(calls[i]), to_judgement, 0));
  }
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FirstArgument));
  filter.insert(filter.end(), judgement.begin(), judgement.end());
  return filter;
}

/// The kernel's filter that lets calls pass whose first argument is this process's number, or 0 if `or_none`; others
/// fail with the error.
std::vector<sock_filter> filter_for_itself(const std::vector<int>& calls, bool or_none, std::uint32_t error) {
  const auto self = static_cast<std::uint32_t>(::getpid());
  return filter_of(
      calls,
      {BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, or_none ? 0 : self, 0, 1),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error)});
}

/// Lets this process send signals to itself alone; abort() is one. errno, 0 on success. The arena cannot write this
/// filter, since it holds this process's number. Landlock does the same from its sixth version on.
int forbid_signals_to_others() {
  return load_filter(
      filter_for_itself({SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo}, false, EPERM));
}

/// Lets this process ask about itself alone: what others are set to would be words of theirs. Libraries take the answer
/// for that of a kernel without such calls.
int forbid_questions_about_others() {
  return load_filter(filter_for_itself({SYS_getpgid, SYS_getsid, SYS_sched_getaffinity, SYS_sched_getparam,
                                        SYS_sched_getscheduler, SYS_sched_getattr, SYS_sched_rr_get_interval},
                                       true, ENOSYS));
}

/// Hides the processor time of other processes. A clock of a process has a negative number: the complement of the
/// process's number, 0 for the caller's, shifted by the three bits of its kind. One of these bits is that of clocks of
/// threads, which the kernel tells their own process only. The error is that for a process that is not there.
int forbid_clocks_of_others() {
  constexpr std::uint32_t Negative = 0x80000000;
  constexpr std::uint32_t OfThread = 4;
  constexpr std::uint32_t BitsOfKind = 3;
  constexpr std::uint32_t Callers = ~0U >> BitsOfKind;
  const std::uint32_t own = Callers & ~static_cast<std::uint32_t>(::getpid());
  return load_filter(
      filter_of({SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep},
                {BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, Negative, 0, 4),
                 BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, OfThread, 3, 0), BPF_STMT(BPF_ALU | BPF_RSH | BPF_K, BitsOfKind),
                 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own, 1, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Callers, 0, 1),
                 BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL)}));
}

void show_what_is_needed(const BoxOptions& options, const LandlockRules& rules) {
  for (const std::string& path : options.readable) rules.show(path.c_str());
  rules.show_own_process();
  rules.show("/dev/random");
  rules.show("/dev/urandom");
  rules.show_device("/dev/null");
}

}  // namespace

void become_jailed_bot(const BoxOptions& options) {
  const LandlockRules rules;
  if (!rules.are_possible()) report_failed_setup("Landlock is not in this kernel", ENOSYS);
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
  if (const int error = forbid_questions_about_others()) report_failed_setup("seccomp", error);
  if (const int error = forbid_clocks_of_others()) report_failed_setup("seccomp", error);
  if (const int error = filter.load()) report_failed_setup("seccomp", error);
  ::syscall(SYS_close_range, BoxChannel, ~0U, CLOSE_RANGE_CLOEXEC);
  report_ready(-1);
  report(BoxReportKind::NotExecuted, start.execute());
  ::_exit(127);
}

}  // namespace tichu::arena
