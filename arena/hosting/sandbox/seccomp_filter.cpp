#include "arena/hosting/sandbox/seccomp_filter.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <initializer_list>
#include <system_error>
#include <vector>

namespace tichu::arena {
namespace {

/// System calls have had the same numbers on all architectures since 424; the first that was added after those that
/// the rules below were written for. Whoever finds a call missing falls back on an older one.
constexpr std::uint32_t FirstUnknownCall = 451;

constexpr std::uint64_t LowerHalf = 0xffffffff;

[[noreturn]] void throw_error(int error, const char* what) {
  throw std::system_error(error, std::generic_category(), what);
}

/// Collects rules; all else is allowed.
class FilterRules {
 public:
  FilterRules() : context_(::seccomp_init(SCMP_ACT_ALLOW)) {
    if (context_ == nullptr) throw_error(ENOMEM, "cannot make a seccomp filter");
    check(::seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
    check(::seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2));  // a tree: fewer steps for every call
  }
  ~FilterRules() { ::seccomp_release(context_); }
  FilterRules(const FilterRules&) = delete;
  FilterRules& operator=(const FilterRules&) = delete;

  /// Calls that fail with EPERM, or with `error`.
  void forbid(std::initializer_list<int> calls, int error = EPERM) {
    for (const int call : calls) add(call, error, {});
  }
  /// A call that fails if the argument is this one.
  void forbid_if(int call, scmp_arg_cmp argument, int error = EPERM) { add(call, error, {argument}); }
  /// A call that fails if both arguments are these.
  void forbid_if_both(int call, scmp_arg_cmp first, scmp_arg_cmp second) { add(call, EPERM, {first, second}); }

  /// Writes the program into a file.
  void write_to(int file) const { check(::seccomp_export_bpf(context_, file)); }

 private:
  static void check(int result) {
    if (result < 0) throw_error(-result, "cannot make a seccomp filter");
  }
  void add(int call, int error, std::initializer_list<scmp_arg_cmp> arguments) {
    const int result = ::seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), call,
                                                static_cast<unsigned>(arguments.size()), arguments.begin());
    if (result != -EDOM) check(result);  // EDOM: this architecture has no such call
  }

  scmp_filter_ctx context_;
};

scmp_arg_cmp equals(unsigned argument, std::uint64_t value) { return {argument, SCMP_CMP_MASKED_EQ, LowerHalf, value}; }
scmp_arg_cmp has_bits(unsigned argument, std::uint64_t bits) { return {argument, SCMP_CMP_MASKED_EQ, bits, bits}; }
scmp_arg_cmp lacks_bit(unsigned argument, std::uint64_t bit) { return {argument, SCMP_CMP_MASKED_EQ, bit, 0}; }
scmp_arg_cmp differs(unsigned argument, std::uint64_t value) { return {argument, SCMP_CMP_NE, value, 0}; }

void forbid_new_namespaces(FilterRules& rules) {
  rules.forbid({SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(setns),
                SCMP_SYS(unshare), SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen), SCMP_SYS(fsconfig),
                SCMP_SYS(fsmount), SCMP_SYS(fspick), SCMP_SYS(mount_setattr)});
  // clone3 keeps its flags in memory, which a filter cannot read; without clone3 libraries take clone.
  rules.forbid({SCMP_SYS(clone3)}, ENOSYS);
  for (const int flag :
       {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP}) {
    rules.forbid_if(SCMP_SYS(clone), has_bits(0, static_cast<std::uint64_t>(flag)));
  }
}

void forbid_foreign_processes(FilterRules& rules) {
  rules.forbid({SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(kcmp),
                SCMP_SYS(pidfd_getfd), SCMP_SYS(process_madvise), SCMP_SYS(process_mrelease)});
  rules.forbid_if(SCMP_SYS(prlimit64), differs(0, 0));
}

/// Memory that RLIMIT_DATA does not count, and no tool of bots.
void forbid_uncounted_memory(FilterRules& rules) {
  rules.forbid({SCMP_SYS(memfd_create), SCMP_SYS(memfd_secret), SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(shmctl),
                SCMP_SYS(msgget), SCMP_SYS(msgsnd), SCMP_SYS(semget), SCMP_SYS(mq_open)});
  rules.forbid_if(SCMP_SYS(mmap), has_bits(3, MAP_GROWSDOWN));
}

/// Boxes show the same files to several bots: locks on them, and notices of who opens them, would carry messages.
void forbid_signs_through_files(FilterRules& rules) {
  rules.forbid({SCMP_SYS(flock)}, ENOLCK);
  for (const int command : {F_SETLK, F_SETLKW, F_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_OFD_GETLK}) {
    rules.forbid_if(SCMP_SYS(fcntl), equals(1, static_cast<std::uint64_t>(command)), ENOLCK);
  }
  for (const int command : {F_SETLEASE, F_GETLEASE, F_NOTIFY}) {
    rules.forbid_if(SCMP_SYS(fcntl), equals(1, static_cast<std::uint64_t>(command)));
  }
  rules.forbid({SCMP_SYS(inotify_init), SCMP_SYS(inotify_init1), SCMP_SYS(inotify_add_watch)});
}

/// A bot sets its own priority only: not that of the box's first process, which watches it.
void forbid_others_priorities(FilterRules& rules) {
  constexpr int ProcessByNumber = 1;  // IOPRIO_WHO_PROCESS
  rules.forbid_if(SCMP_SYS(setpriority), differs(0, PRIO_PROCESS));
  rules.forbid_if(SCMP_SYS(setpriority), differs(1, 0));
  rules.forbid_if(SCMP_SYS(ioprio_set), differs(0, ProcessByNumber));
  rules.forbid_if(SCMP_SYS(ioprio_set), differs(1, 0));
  for (const int call : {SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setparam), SCMP_SYS(sched_setattr)}) {
    rules.forbid_if(call, differs(0, 0));
  }
}

/// A halted bot is not to be woken by what it has prepared: a signal of its own that is under way at that moment, a
/// timer, the end of a child or of a parent, a descriptor that becomes ready. The signals of setitimer wake nobody.
void forbid_waking_itself(FilterRules& rules) {
  constexpr std::uint64_t SignalOfClone = 0xff;
  rules.forbid({SCMP_SYS(timer_create), SCMP_SYS(pidfd_send_signal)}, ENOSYS);
  rules.forbid({SCMP_SYS(mq_notify)});
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo)}) {
    rules.forbid_if(call, equals(1, SIGCONT));
  }
  for (const int call : {SCMP_SYS(tgkill), SCMP_SYS(rt_tgsigqueueinfo)}) rules.forbid_if(call, equals(2, SIGCONT));
  rules.forbid_if(SCMP_SYS(clone), {0, SCMP_CMP_MASKED_EQ, SignalOfClone, SIGCONT});
  rules.forbid_if_both(SCMP_SYS(prctl), equals(0, PR_SET_PDEATHSIG), equals(1, SIGCONT));
  for (const int command : {F_SETOWN, F_SETOWN_EX, F_SETSIG}) {
    rules.forbid_if(SCMP_SYS(fcntl), equals(1, static_cast<std::uint64_t>(command)));
  }
  rules.forbid_if(SCMP_SYS(ioctl), equals(1, FIOSETOWN));
  rules.forbid_if(SCMP_SYS(ioctl), equals(1, SIOCSPGRP));
}

/// The box's first process wakes with each signal that it waits for: a bot that sends them without end would keep its
/// core busy. No bot has anything to tell it.
void forbid_signals_to_the_first_process(FilterRules& rules) {
  for (const int call :
       {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo)}) {
    rules.forbid_if(call, equals(0, 1));
  }
}

void forbid_rare_kernel_interfaces(FilterRules& rules) {
  rules.forbid({SCMP_SYS(bpf),
                SCMP_SYS(perf_event_open),
                SCMP_SYS(userfaultfd),
                SCMP_SYS(io_uring_setup),
                SCMP_SYS(io_uring_enter),
                SCMP_SYS(io_uring_register),
                SCMP_SYS(kexec_load),
                SCMP_SYS(kexec_file_load),
                SCMP_SYS(init_module),
                SCMP_SYS(finit_module),
                SCMP_SYS(delete_module),
                SCMP_SYS(syslog),
                SCMP_SYS(lookup_dcookie),
                SCMP_SYS(acct),
                SCMP_SYS(swapon),
                SCMP_SYS(swapoff),
                SCMP_SYS(reboot),
                SCMP_SYS(quotactl),
                SCMP_SYS(quotactl_fd),
                SCMP_SYS(settimeofday),
                SCMP_SYS(clock_settime),
                SCMP_SYS(clock_adjtime),
                SCMP_SYS(adjtimex),
                SCMP_SYS(sethostname),
                SCMP_SYS(setdomainname),
                SCMP_SYS(iopl),
                SCMP_SYS(ioperm),
                SCMP_SYS(modify_ldt),
                SCMP_SYS(vhangup),
                SCMP_SYS(fanotify_init),
                SCMP_SYS(open_by_handle_at),
                SCMP_SYS(name_to_handle_at),
                SCMP_SYS(add_key),
                SCMP_SYS(request_key),
                SCMP_SYS(keyctl),
                SCMP_SYS(personality),
                SCMP_SYS(uselib)});
  // Characters pushed into a terminal would be the next command of whoever sits there.
  rules.forbid_if(SCMP_SYS(ioctl), equals(1, TIOCSTI));
  rules.forbid_if(SCMP_SYS(ioctl), equals(1, TIOCLINUX));
}

/// A bot stays on the cores where it was put.
void forbid_other_cores(FilterRules& rules) {
  rules.forbid({SCMP_SYS(sched_setaffinity), SCMP_SYS(move_pages), SCMP_SYS(migrate_pages), SCMP_SYS(mbind),
                SCMP_SYS(set_mempolicy), SCMP_SYS(set_mempolicy_home_node)});
}

/// Pairs of sockets lead nowhere; every other kind could lead out, the UNIX ones to services or to a partner's box.
void forbid_sockets(FilterRules& rules) {
  rules.forbid({SCMP_SYS(socket)}, EAFNOSUPPORT);
  rules.forbid_if(SCMP_SYS(socketpair), differs(0, AF_UNIX), EAFNOSUPPORT);
}

/// What acts on other processes of the same user. The jail itself sees to signals, for it knows its process number.
void forbid_reaching_processes(FilterRules& rules) { rules.forbid({SCMP_SYS(tkill), SCMP_SYS(pidfd_open)}); }

/// A jailed bot is one process, which dies with the arena.
void forbid_further_processes(FilterRules& rules) {
  rules.forbid({SCMP_SYS(fork), SCMP_SYS(vfork)});
  rules.forbid_if(SCMP_SYS(clone), lacks_bit(0, CLONE_THREAD));
  rules.forbid_if(SCMP_SYS(prctl), equals(0, PR_SET_PDEATHSIG));
  rules.forbid_if(SCMP_SYS(mmap), has_bits(3, MAP_SHARED | MAP_ANONYMOUS));
}

/// What Landlock does not know.
void forbid_changes_of_files(FilterRules& rules) {
  rules.forbid({SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(chown), SCMP_SYS(fchown),
                SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes), SCMP_SYS(utimensat),
                SCMP_SYS(futimesat), SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr),
                SCMP_SYS(removexattr), SCMP_SYS(lremovexattr), SCMP_SYS(fremovexattr), SCMP_SYS(truncate)});
}

FileDescriptor anonymous_file() {
  FileDescriptor file(::memfd_create("seccomp", MFD_CLOEXEC));
  if (!file.is_open()) throw_error(errno, "cannot make a seccomp filter");
  return file;
}

void write_all(int file, const void* bytes, std::size_t size) {
  if (::write(file, bytes, size) != static_cast<ssize_t>(size)) throw_error(errno, "cannot write a seccomp filter");
}

/// Before all rules: calls that the rules do not know are missing.
void write_forbidding_new_calls(int file) {
  const sock_filter head[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                              BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FirstUnknownCall, 0, 1),
                              BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
  write_all(file, head, sizeof(head));
}

}  // namespace

FileDescriptor make_seccomp_filter(FilterKind kind) {
  FilterRules rules;
  forbid_new_namespaces(rules);
  forbid_foreign_processes(rules);
  forbid_uncounted_memory(rules);
  forbid_rare_kernel_interfaces(rules);
  forbid_signs_through_files(rules);
  forbid_others_priorities(rules);
  forbid_waking_itself(rules);
  forbid_signals_to_the_first_process(rules);
  forbid_other_cores(rules);
  forbid_sockets(rules);
  if (kind == FilterKind::Jail) {
    forbid_reaching_processes(rules);
    forbid_further_processes(rules);
    forbid_changes_of_files(rules);
  }
  FileDescriptor file = anonymous_file();
  write_forbidding_new_calls(file.fd());
  rules.write_to(file.fd());
  if (::lseek(file.fd(), 0, SEEK_SET) != 0) throw_error(errno, "cannot write a seccomp filter");
  return file;
}

}  // namespace tichu::arena
