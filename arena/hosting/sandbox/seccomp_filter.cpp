#include "arena/hosting/sandbox/seccomp_filter.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
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
#include <ctime>
#include <initializer_list>
#include <system_error>
#include <vector>

namespace tichu::arena {
namespace {

/// System calls have had the same numbers on all architectures since 424; the first that was added after those that
/// the rules below were written for. Whoever finds a call missing falls back on an older one.
constexpr std::uint32_t FirstUnknownCall = 451;

constexpr std::uint64_t LowerHalf = 0xffffffff;

constexpr const char* FilterNotMade = "cannot make a seccomp filter";

[[noreturn]] void throw_error(int error, const char* what) {
  throw std::system_error(error, std::generic_category(), what);
}

FileDescriptor anonymous_file() {
  FileDescriptor file(::memfd_create("seccomp", MFD_CLOEXEC));
  if (!file.is_open()) throw_error(errno, FilterNotMade);
  return file;
}

scmp_arg_cmp equals(unsigned argument, std::uint64_t value) { return {argument, SCMP_CMP_MASKED_EQ, LowerHalf, value}; }
scmp_arg_cmp has_bits(unsigned argument, std::uint64_t bits) { return {argument, SCMP_CMP_MASKED_EQ, bits, bits}; }
scmp_arg_cmp lacks_bits(unsigned argument, std::uint64_t bits) { return {argument, SCMP_CMP_MASKED_EQ, bits, 0}; }
scmp_arg_cmp differs(unsigned argument, std::uint64_t value) { return {argument, SCMP_CMP_NE, value, 0}; }

/// A program for seccomp that is being written.
class FilterProgram {
 public:
  /// What is not named in any rule meets this action.
  explicit FilterProgram(std::uint32_t otherwise) : context_(::seccomp_init(otherwise)) {
    if (context_ == nullptr) throw_error(ENOMEM, FilterNotMade);
    check(::seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
    check(::seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2));  // a tree: fewer steps for every call
  }
  ~FilterProgram() { ::seccomp_release(context_); }
  FilterProgram(const FilterProgram&) = delete;
  FilterProgram& operator=(const FilterProgram&) = delete;

  /// The program as the kernel takes it.
  std::vector<sock_filter> instructions() const {
    const FileDescriptor file = anonymous_file();
    check(::seccomp_export_bpf(context_, file.fd()));
    const off_t size = ::lseek(file.fd(), 0, SEEK_END);
    std::vector<sock_filter> all(static_cast<std::size_t>(size) / sizeof(sock_filter));
    if (::pread(file.fd(), all.data(), static_cast<std::size_t>(size), 0) != size) throw_error(errno, FilterNotMade);
    return all;
  }

 protected:
  void add(std::uint32_t action, int call, std::initializer_list<scmp_arg_cmp> arguments) {
    const int result =
        ::seccomp_rule_add_array(context_, action, call, static_cast<unsigned>(arguments.size()), arguments.begin());
    if (result != -EDOM) check(result);  // EDOM: this architecture has no such call
  }

 private:
  static void check(int result) {
    if (result < 0) throw_error(-result, FilterNotMade);
  }

  scmp_filter_ctx context_;
};

/// The calls that bots may make; all others fail with EPERM.
class AllowedCalls : public FilterProgram {
 public:
  AllowedCalls() : FilterProgram(SCMP_ACT_ERRNO(EPERM)) {}

  void allow(std::initializer_list<int> calls) {
    for (const int call : calls) add(SCMP_ACT_ALLOW, call, {});
  }
  /// A call with such arguments.
  void allow_if(int call, std::initializer_list<scmp_arg_cmp> arguments) { add(SCMP_ACT_ALLOW, call, arguments); }
  /// A call if one of its arguments has one of these values.
  void allow_with(int call, unsigned argument, std::initializer_list<std::uint64_t> values) {
    for (const std::uint64_t value : values) add(SCMP_ACT_ALLOW, call, {equals(argument, value)});
  }
  /// Calls that shall seem to be missing, so that their users take older ones.
  void hide(std::initializer_list<int> calls) {
    for (const int call : calls) add(SCMP_ACT_ERRNO(ENOSYS), call, {});
  }
};

/// What of the allowed calls is forbidden nevertheless.
class ForbiddenCalls : public FilterProgram {
 public:
  ForbiddenCalls() : FilterProgram(SCMP_ACT_ALLOW) {}

  /// Calls that fail with this error.
  void forbid(std::initializer_list<int> calls, int error = EPERM) {
    for (const int call : calls) add(errno_of(error), call, {});
  }
  /// A call that fails if all these arguments are as told.
  void forbid_if(int call, std::initializer_list<scmp_arg_cmp> arguments, int error = EPERM) {
    add(errno_of(error), call, arguments);
  }

 private:
  static std::uint32_t errno_of(int error) { return SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)); }
};

void allow_files(AllowedCalls& calls) {
  calls.allow(
      {SCMP_SYS(read),       SCMP_SYS(write),          SCMP_SYS(readv),      SCMP_SYS(writev),   SCMP_SYS(pread64),
       SCMP_SYS(pwrite64),   SCMP_SYS(preadv),         SCMP_SYS(pwritev),    SCMP_SYS(open),     SCMP_SYS(openat),
       SCMP_SYS(creat),      SCMP_SYS(close),          SCMP_SYS(lseek),      SCMP_SYS(_llseek),  SCMP_SYS(stat),
       SCMP_SYS(fstat),      SCMP_SYS(lstat),          SCMP_SYS(newfstatat), SCMP_SYS(access),   SCMP_SYS(faccessat),
       SCMP_SYS(faccessat2), SCMP_SYS(readlink),       SCMP_SYS(readlinkat), SCMP_SYS(getdents), SCMP_SYS(getdents64),
       SCMP_SYS(getcwd),     SCMP_SYS(chdir),          SCMP_SYS(fchdir),     SCMP_SYS(rename),   SCMP_SYS(renameat),
       SCMP_SYS(renameat2),  SCMP_SYS(mkdir),          SCMP_SYS(mkdirat),    SCMP_SYS(rmdir),    SCMP_SYS(unlink),
       SCMP_SYS(unlinkat),   SCMP_SYS(link),           SCMP_SYS(linkat),     SCMP_SYS(symlink),  SCMP_SYS(symlinkat),
       SCMP_SYS(mknod),      SCMP_SYS(mknodat),        SCMP_SYS(chmod),      SCMP_SYS(fchmod),   SCMP_SYS(fchmodat),
       SCMP_SYS(chown),      SCMP_SYS(fchown),         SCMP_SYS(lchown),     SCMP_SYS(fchownat), SCMP_SYS(utime),
       SCMP_SYS(utimes),     SCMP_SYS(utimensat),      SCMP_SYS(futimesat),  SCMP_SYS(truncate), SCMP_SYS(ftruncate),
       SCMP_SYS(fallocate),  SCMP_SYS(fsync),          SCMP_SYS(fdatasync),  SCMP_SYS(umask),    SCMP_SYS(sendfile),
       SCMP_SYS(flock),      SCMP_SYS(copy_file_range)});
  // Other fields count the machine's mounts. For the same reason no `statfs`, which counts free blocks of its disks.
  calls.allow_if(SCMP_SYS(statx), {lacks_bits(3, LowerHalf & ~std::uint64_t{STATX_BASIC_STATS | STATX_BTIME})});
  // Flags would tell whether a page of a file is in memory already.
  calls.allow_if(SCMP_SYS(preadv2), {equals(5, 0)});
  calls.allow_if(SCMP_SYS(pwritev2), {equals(5, 0)});
  calls.hide({SCMP_SYS(openat2)});  // so would a flag of it, which a filter cannot read
}

void allow_descriptors(AllowedCalls& calls) {
  calls.allow({SCMP_SYS(close_range),
               SCMP_SYS(dup),
               SCMP_SYS(dup2),
               SCMP_SYS(dup3),
               SCMP_SYS(pipe),
               SCMP_SYS(pipe2),
               SCMP_SYS(poll),
               SCMP_SYS(ppoll),
               SCMP_SYS(select),
               SCMP_SYS(_newselect),
               SCMP_SYS(pselect6),
               SCMP_SYS(epoll_create),
               SCMP_SYS(epoll_create1),
               SCMP_SYS(epoll_ctl),
               SCMP_SYS(epoll_wait),
               SCMP_SYS(epoll_pwait),
               SCMP_SYS(epoll_pwait2),
               SCMP_SYS(eventfd),
               SCMP_SYS(eventfd2),
               SCMP_SYS(timerfd_create),
               SCMP_SYS(timerfd_settime),
               SCMP_SYS(timerfd_gettime),
               SCMP_SYS(signalfd),
               SCMP_SYS(signalfd4)});
  // Neither hints and leases, which stay with a file for others to see, nor room of pipes, which is counted by user.
  calls.allow_with(SCMP_SYS(fcntl), 1,
                   {F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ, F_GETOWN, F_SETLK,
                    F_SETLKW, F_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_OFD_GETLK});
  // Most other requests are for terminals and devices, some leave marks on files.
  calls.allow_with(SCMP_SYS(ioctl), 1, {TCGETS, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX});
}

/// Pairs alone, of streams: a pair of datagrams could be taken apart. No descriptors go over them, which the kernel
/// counts by user, and nothing goes to an address. Runtimes wake themselves by such pairs.
void allow_pairs_of_sockets(AllowedCalls& calls) {
  constexpr std::uint64_t Type = LowerHalf & ~static_cast<std::uint64_t>(SOCK_CLOEXEC | SOCK_NONBLOCK);
  calls.allow({SCMP_SYS(socket), SCMP_SYS(recvfrom), SCMP_SYS(recvmsg), SCMP_SYS(shutdown), SCMP_SYS(getsockname),
               SCMP_SYS(getpeername)});
  // Cookies of sockets and of namespaces are counted for all boxes.
  for (const std::uint64_t option : {SO_TYPE, SO_DOMAIN, SO_PROTOCOL, SO_ERROR, SO_ACCEPTCONN, SO_SNDBUF, SO_RCVBUF}) {
    calls.allow_if(SCMP_SYS(getsockopt), {equals(1, SOL_SOCKET), equals(2, option)});
  }
  calls.allow_if(SCMP_SYS(socketpair), {equals(0, AF_UNIX), {1, SCMP_CMP_MASKED_EQ, Type, SOCK_STREAM}, equals(2, 0)});
  calls.allow_if(SCMP_SYS(sendto), {{4, SCMP_CMP_EQ, 0, 0}});
}

void allow_memory(AllowedCalls& calls) {
  calls.allow({SCMP_SYS(mmap), SCMP_SYS(mmap2), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(msync),
               SCMP_SYS(brk), SCMP_SYS(mlock), SCMP_SYS(mlock2), SCMP_SYS(munlock), SCMP_SYS(mlockall),
               SCMP_SYS(munlockall), SCMP_SYS(pkey_alloc), SCMP_SYS(pkey_free), SCMP_SYS(pkey_mprotect),
               SCMP_SYS(membarrier)});
  // Not those that put pages of files out of memory or together, which others could see.
  constexpr std::uint64_t PopulateRead = 22;
  constexpr std::uint64_t PopulateWrite = 23;
  calls.allow_with(SCMP_SYS(madvise), 2,
                   {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED, MADV_FREE, MADV_DONTFORK,
                    MADV_DOFORK, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP, MADV_WIPEONFORK,
                    MADV_KEEPONFORK, PopulateRead, PopulateWrite});
}

/// Waiting for whom shares memory, and waking. A page of a file is one place for all that see the file: nobody is woken
/// there, but for what the kernel does itself when a thread ends. Waiting is allowed, since threads are joined so.
void allow_futexes(AllowedCalls& calls) {
  constexpr std::uint64_t Private = FUTEX_PRIVATE_FLAG;
  constexpr std::uint64_t Command = LowerHalf & static_cast<std::uint64_t>(FUTEX_CMD_MASK);
  calls.allow_if(SCMP_SYS(futex), {has_bits(1, Private)});
  for (const int command : {FUTEX_WAIT, FUTEX_WAIT_BITSET, FUTEX_LOCK_PI, FUTEX_UNLOCK_PI, FUTEX_TRYLOCK_PI}) {
    calls.allow_if(SCMP_SYS(futex), {{1, SCMP_CMP_MASKED_EQ, Command, static_cast<std::uint64_t>(command)}});
  }
  calls.hide({SCMP_SYS(futex_waitv)});
}

void allow_processes(AllowedCalls& calls) {
  calls.allow({SCMP_SYS(clone),
               SCMP_SYS(fork),
               SCMP_SYS(vfork),
               SCMP_SYS(execve),
               SCMP_SYS(execveat),
               SCMP_SYS(wait4),
               SCMP_SYS(waitid),
               SCMP_SYS(exit),
               SCMP_SYS(exit_group),
               SCMP_SYS(getpid),
               SCMP_SYS(gettid),
               SCMP_SYS(getppid),
               SCMP_SYS(getuid),
               SCMP_SYS(geteuid),
               SCMP_SYS(getgid),
               SCMP_SYS(getegid),
               SCMP_SYS(getresuid),
               SCMP_SYS(getresgid),
               SCMP_SYS(getgroups),
               SCMP_SYS(capget),
               SCMP_SYS(setpgid),
               SCMP_SYS(getpgid),
               SCMP_SYS(getpgrp),
               SCMP_SYS(setsid),
               SCMP_SYS(getsid),
               SCMP_SYS(pidfd_open),
               SCMP_SYS(set_tid_address),
               SCMP_SYS(set_robust_list),
               SCMP_SYS(get_robust_list),
               SCMP_SYS(rseq),
               SCMP_SYS(arch_prctl),
               SCMP_SYS(prlimit64),
               SCMP_SYS(getrlimit),
               SCMP_SYS(ugetrlimit),
               SCMP_SYS(setrlimit),
               SCMP_SYS(getrusage),
               SCMP_SYS(times),
               SCMP_SYS(uname),
               SCMP_SYS(sysinfo),
               SCMP_SYS(getcpu),
               SCMP_SYS(sched_yield),
               SCMP_SYS(sched_getaffinity),
               SCMP_SYS(sched_getparam),
               SCMP_SYS(sched_getscheduler),
               SCMP_SYS(sched_getattr),
               SCMP_SYS(sched_get_priority_max),
               SCMP_SYS(sched_get_priority_min),
               SCMP_SYS(sched_rr_get_interval),
               SCMP_SYS(sched_setparam),
               SCMP_SYS(sched_setscheduler),
               SCMP_SYS(sched_setattr),
               SCMP_SYS(getpriority),
               SCMP_SYS(setpriority),
               SCMP_SYS(ioprio_get),
               SCMP_SYS(ioprio_set)});
  calls.allow_with(SCMP_SYS(prctl), 0,
                   {PR_SET_NAME, PR_GET_NAME, PR_SET_DUMPABLE, PR_GET_DUMPABLE, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG,
                    PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_CAPBSET_READ, PR_SET_TIMERSLACK,
                    PR_GET_TIMERSLACK, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE, PR_SET_VMA});
  // clone3 keeps its flags in memory, which a filter cannot read; without clone3 libraries take clone.
  calls.hide({SCMP_SYS(clone3), SCMP_SYS(landlock_create_ruleset), SCMP_SYS(seccomp)});
}

void allow_signals_and_time(AllowedCalls& calls) {
  calls.allow({SCMP_SYS(rt_sigaction),    SCMP_SYS(rt_sigprocmask),
               SCMP_SYS(rt_sigreturn),    SCMP_SYS(rt_sigpending),
               SCMP_SYS(rt_sigsuspend),   SCMP_SYS(rt_sigtimedwait),
               SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo),
               SCMP_SYS(sigaltstack),     SCMP_SYS(kill),
               SCMP_SYS(tkill),           SCMP_SYS(tgkill),
               SCMP_SYS(pause),           SCMP_SYS(restart_syscall),
               SCMP_SYS(alarm),           SCMP_SYS(setitimer),
               SCMP_SYS(getitimer),       SCMP_SYS(nanosleep),
               SCMP_SYS(gettimeofday),    SCMP_SYS(time),
               SCMP_SYS(getrandom)});
  // A timer's signal could wake a halted bot.
  calls.hide({SCMP_SYS(timer_create), SCMP_SYS(pidfd_send_signal)});
}

/// The machine's clocks, and those of the processor time of processes and threads, whose numbers are negative. The
/// kernel tells only a process its threads' times; a box shows no other processes, and a jail refuses theirs itself.
void allow_clocks(AllowedCalls& calls) {
  constexpr std::uint64_t Negative = 0x80000000;
  constexpr std::uint64_t Kind = 7;  // 3 and 7 would be devices
  for (const int call : {SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep)}) {
    for (std::uint64_t clock = CLOCK_REALTIME; clock <= CLOCK_TAI; ++clock) calls.allow_if(call, {equals(0, clock)});
    for (const std::uint64_t kind : {0, 1, 2, 4, 5, 6}) {
      calls.allow_if(call, {{0, SCMP_CMP_MASKED_EQ, Negative | Kind, Negative | kind}});
    }
  }
}

/// What bots may call at all.
std::vector<sock_filter> allowed_calls() {
  AllowedCalls calls;
  allow_files(calls);
  allow_descriptors(calls);
  allow_pairs_of_sockets(calls);
  allow_memory(calls);
  allow_futexes(calls);
  allow_processes(calls);
  allow_signals_and_time(calls);
  allow_clocks(calls);
  return calls.instructions();
}

void forbid_new_namespaces(ForbiddenCalls& calls) {
  for (const int flag :
       {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP}) {
    calls.forbid_if(SCMP_SYS(clone), {has_bits(0, static_cast<std::uint64_t>(flag))});
  }
}

void forbid_others_limits(ForbiddenCalls& calls) { calls.forbid_if(SCMP_SYS(prlimit64), {differs(0, 0)}); }

/// Memory that RLIMIT_DATA or a control group does not count. Huge pages are few for the whole machine: most have none.
void forbid_uncounted_memory(ForbiddenCalls& calls) {
  calls.forbid_if(SCMP_SYS(mmap), {has_bits(3, MAP_GROWSDOWN)});
  calls.forbid_if(SCMP_SYS(mmap), {has_bits(3, MAP_HUGETLB)}, ENOMEM);
}

/// Boxes show the same files to several bots: locks on them would carry messages.
void forbid_locks(ForbiddenCalls& calls) {
  calls.forbid({SCMP_SYS(flock)}, ENOLCK);
  for (const int command : {F_SETLK, F_SETLKW, F_GETLK, F_OFD_SETLK, F_OFD_SETLKW, F_OFD_GETLK}) {
    calls.forbid_if(SCMP_SYS(fcntl), {equals(1, static_cast<std::uint64_t>(command))}, ENOLCK);
  }
}

/// A bot sets its own priority only: not that of the box's first process, which watches it.
void forbid_others_priorities(ForbiddenCalls& calls) {
  constexpr int ProcessByNumber = 1;  // IOPRIO_WHO_PROCESS
  calls.forbid_if(SCMP_SYS(setpriority), {differs(0, PRIO_PROCESS)});
  calls.forbid_if(SCMP_SYS(setpriority), {differs(1, 0)});
  calls.forbid_if(SCMP_SYS(ioprio_set), {differs(0, ProcessByNumber)});
  calls.forbid_if(SCMP_SYS(ioprio_set), {differs(1, 0)});
  for (const int call : {SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setparam), SCMP_SYS(sched_setattr)}) {
    calls.forbid_if(call, {differs(0, 0)});
  }
}

/// A halted bot is not to be woken by what it has prepared: a signal of its own that is under way at that moment, the
/// end of a child or of a parent. The signals of setitimer wake nobody.
void forbid_waking_itself(ForbiddenCalls& calls) {
  constexpr std::uint64_t SignalOfClone = 0xff;
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo)}) {
    calls.forbid_if(call, {equals(1, SIGCONT)});
  }
  for (const int call : {SCMP_SYS(tgkill), SCMP_SYS(rt_tgsigqueueinfo)}) calls.forbid_if(call, {equals(2, SIGCONT)});
  calls.forbid_if(SCMP_SYS(clone), {{0, SCMP_CMP_MASKED_EQ, SignalOfClone, SIGCONT}});
  calls.forbid_if(SCMP_SYS(prctl), {equals(0, PR_SET_PDEATHSIG), equals(1, SIGCONT)});
}

/// The box's first process wakes with each signal that it waits for: a bot that sends them without end would keep its
/// core busy. No bot has anything to tell it.
void forbid_signals_to_the_first_process(ForbiddenCalls& calls) {
  for (const int call :
       {SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo)}) {
    calls.forbid_if(call, {equals(0, 1)});
  }
}

/// With the error that programs know from machines without a network.
void forbid_sockets(ForbiddenCalls& calls) { calls.forbid({SCMP_SYS(socket)}, EAFNOSUPPORT); }

/// What acts on other processes of the same user, or tells of them. The jail itself sees to what may name its own
/// process, for it knows its number.
void forbid_reaching_processes(ForbiddenCalls& calls) {
  calls.forbid({SCMP_SYS(tkill), SCMP_SYS(pidfd_open), SCMP_SYS(get_robust_list)});
  calls.forbid_if(SCMP_SYS(getpriority), {differs(1, 0)});
  calls.forbid_if(SCMP_SYS(ioprio_get), {differs(1, 0)});
}

/// A jailed bot is one process, which dies with the arena.
void forbid_further_processes(ForbiddenCalls& calls) {
  calls.forbid({SCMP_SYS(fork), SCMP_SYS(vfork)});
  calls.forbid_if(SCMP_SYS(clone), {lacks_bits(0, CLONE_THREAD)});
  calls.forbid_if(SCMP_SYS(prctl), {equals(0, PR_SET_PDEATHSIG)});
  calls.forbid_if(SCMP_SYS(mmap), {has_bits(3, MAP_SHARED | MAP_ANONYMOUS)});
}

/// What Landlock does not know.
void forbid_changes_of_files(ForbiddenCalls& calls) {
  calls.forbid({SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(chown), SCMP_SYS(fchown),
                SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes), SCMP_SYS(utimensat),
                SCMP_SYS(futimesat), SCMP_SYS(truncate)});
}

std::vector<sock_filter> forbidden_calls(FilterKind kind) {
  ForbiddenCalls calls;
  forbid_new_namespaces(calls);
  forbid_others_limits(calls);
  forbid_uncounted_memory(calls);
  if (kind != FilterKind::Workshop) forbid_locks(calls);
  forbid_others_priorities(calls);
  forbid_waking_itself(calls);
  forbid_signals_to_the_first_process(calls);
  forbid_sockets(calls);
  if (kind == FilterKind::Jail) {
    forbid_reaching_processes(calls);
    forbid_further_processes(calls);
    forbid_changes_of_files(calls);
  }
  return calls.instructions();
}

/// Before all rules: calls that are newer than they are missing.
std::vector<sock_filter> newer_calls() {
  return {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FirstUnknownCall, 0, 1),
          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS)};
}

/// What the first program allows, the second, which follows it, decides: libseccomp cannot tell the two apart in one.
void hand_over_what_is_allowed(std::vector<sock_filter>& program) {
  for (std::size_t i = 0; i < program.size(); ++i) {
    const bool allows = program[i].code == (BPF_RET | BPF_K) && program[i].k == SECCOMP_RET_ALLOW;
    if (allows) program[i] = BPF_STMT(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(program.size() - i - 1));
  }
}

}  // namespace

FileDescriptor make_seccomp_filter(FilterKind kind) {
  std::vector<sock_filter> allowed = allowed_calls();
  hand_over_what_is_allowed(allowed);
  FileDescriptor file = anonymous_file();
  for (const std::vector<sock_filter>& part : {newer_calls(), allowed, forbidden_calls(kind)}) {
    const auto size = static_cast<ssize_t>(part.size() * sizeof(sock_filter));
    if (::write(file.fd(), part.data(), static_cast<std::size_t>(size)) != size) throw_error(errno, FilterNotMade);
  }
  if (::lseek(file.fd(), 0, SEEK_SET) != 0) throw_error(errno, FilterNotMade);
  return file;
}

}  // namespace tichu::arena
