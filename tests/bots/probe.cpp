// A program that tries one attack, named by its first argument, and prints "possible", with what it got, or "denied",
// with the reason. Those that run into a limit print how far they came.
//   probe ATTACK [[=]ARGUMENT]

#include <dirent.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t Block = 1 << 20;

std::string verdict(bool possible) { return possible ? "possible" : std::string("denied: ") + strerror(errno); }

std::string failed_at(std::size_t count) { return std::to_string(count) + " then " + strerror(errno); }

int number(const std::string& text) { return std::atoi(text.c_str()); }

bool connects(int family, const sockaddr* address, socklen_t size, int type = SOCK_STREAM) {
  const int socket = ::socket(family, type, 0);
  return socket >= 0 && ::connect(socket, address, size) == 0;
}

sockaddr_in loopback(const std::string& port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(number(port)));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

std::string connect_tcp(const std::string& port) {
  const sockaddr_in address = loopback(port);
  return verdict(connects(AF_INET, reinterpret_cast<const sockaddr*>(&address), sizeof(address)));
}

std::string send_udp(const std::string& port) {
  const sockaddr_in address = loopback(port);
  const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
  return verdict(socket >= 0 &&
                 ::sendto(socket, "x", 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 1);
}

/// To a UNIX socket; a name that begins with '@' is an abstract one.
std::string connect_unix(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  memcpy(address.sun_path, name.data(), name.size());
  if (name[0] == '@') address.sun_path[0] = 0;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + (name[0] == '@' ? 0 : 1));
  return verdict(connects(AF_UNIX, reinterpret_cast<const sockaddr*>(&address), size));
}

/// From one end of a pair that was taken apart to a socket at a path.
std::string send_loose(const std::string& path) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return verdict(false);
  const sockaddr nobody{AF_UNSPEC, {}};
  ::connect(ends[0], &nobody, sizeof(nobody));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  memcpy(address.sun_path, path.data(), path.size());
  return verdict(::sendto(ends[0], "x", 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 1);
}

std::string pass_descriptor(const std::string&) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return "possible: no pair, which proves nothing";
  char byte = 'x';
  iovec part{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof(control);
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(rights), ends, sizeof(int));
  mmsghdr several{header, 0};
  return verdict(::sendmsg(ends[0], &header, 0) == 1 || ::sendmmsg(ends[0], &several, 1, 0) == 1);
}

std::string widen_socket(const std::string&) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return "possible: no pair, which proves nothing";
  const int much = 1 << 22;
  return verdict(::setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &much, sizeof(much)) == 0);
}

std::string read_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY);
  char text[4096];
  const ssize_t count = file < 0 ? -1 : ::read(file, text, sizeof(text));
  return count < 0 ? verdict(false) : "possible: " + std::string(text, static_cast<std::size_t>(count));
}

std::string write_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
  return verdict(file >= 0 && ::write(file, "x", 1) == 1);
}

std::string list_folder(const std::string& path) {
  DIR* folder = ::opendir(path.c_str());
  if (folder == nullptr) return verdict(false);
  std::string names;
  while (const dirent* entry = ::readdir(folder)) names += std::string(" ") + entry->d_name;
  return "possible:" + names;
}

/// The numbers of the processes in sight, but this one's and the first's.
std::string see_processes(const std::string&) {
  std::string found;
  for (int pid = 2; pid < 5'000'000 && found.size() < 200; ++pid) {
    if (pid == ::getpid()) continue;
    if (::kill(pid, 0) == 0 || errno == EPERM) found += " " + std::to_string(pid);
    if (pid > 100'000 && found.empty()) break;
  }
  return found.empty() ? "denied: none" : "possible:" + found;
}

std::string signal_process(const std::string& pid) { return verdict(::kill(number(pid), 0) == 0); }
std::string signal_by_owner(const std::string& pid) {
  int ends[2];
  return verdict(::pipe(ends) == 0 && ::fcntl(ends[0], F_SETOWN, number(pid)) == 0);
}
std::string limit_process(const std::string& pid) {
  rlimit limit{};
  return verdict(::prlimit(number(pid), RLIMIT_NOFILE, nullptr, &limit) == 0);
}
std::string trace_process(const std::string& pid) {
  return verdict(::ptrace(PTRACE_SEIZE, number(pid), nullptr, nullptr) == 0);
}
std::string read_memory(const std::string& pid) {
  char byte = 0;
  iovec here{&byte, 1};
  iovec there{const_cast<char*>("x"), 1};
  return verdict(::process_vm_readv(number(pid), &here, 1, &there, 1, 0) == 1);
}

std::string clock_of_process(const std::string& pid) {
  constexpr unsigned KindOfProcess = 2;
  timespec used{};
  return verdict(
      ::clock_gettime(static_cast<clockid_t>(~static_cast<unsigned>(number(pid)) << 3 | KindOfProcess), &used) == 0);
}

/// What the kernel counts for the whole machine and tells along with something else; prints what it tells.
std::string counts_of_machine(const std::string&) {
  constexpr unsigned UniqueMount = 0x4000;  // STATX_MNT_ID_UNIQUE
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return "possible: no pair, which proves nothing";
  const auto tells = [&](int option) {
    char value[64];
    socklen_t size = option == SO_COOKIE || option == 71 ? 8 : sizeof(value);
    return ::getsockopt(ends[0], SOL_SOCKET, option, value, &size);
  };
  struct statx found {};
  struct statfs system {};
  const std::map<std::string, int> results{{"SO_COOKIE", tells(SO_COOKIE)},
                                           {"SO_NETNS_COOKIE", tells(71)},
                                           {"SO_MEMINFO", tells(SO_MEMINFO)},
                                           {"STATX_MNT_ID_UNIQUE", ::statx(AT_FDCWD, "/usr", 0, UniqueMount, &found)},
                                           {"statfs", ::statfs("/usr", &system)}};
  std::string open;
  for (const auto& [name, result] : results) open += result >= 0 ? " " + name : "";
  return open.empty() ? "denied: none" : "possible:" + open;
}

/// What runtimes ask of clocks, sockets and files; prints what fails.
std::string what_runtimes_ask(const std::string&) {
  std::string failed;
  const auto expect = [&failed](const std::string& what, bool succeeds) { failed += succeeds ? "" : " " + what; };
  timespec time{};
  for (const clockid_t clock :
       {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW,
        CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME, CLOCK_TAI}) {
    expect("clock " + std::to_string(clock), ::syscall(SYS_clock_gettime, clock, &time) == 0);
  }
  clockid_t clock = 0;
  expect("own process", ::clock_getcpuclockid(::getpid(), &clock) == 0 && ::clock_gettime(clock, &time) == 0);
  std::thread waiting([] { ::sleep(1); });
  expect("own thread",
         ::pthread_getcpuclockid(waiting.native_handle(), &clock) == 0 && ::clock_gettime(clock, &time) == 0);
  waiting.join();
  int ends[2] = {-1, -1};
  expect("pair of sockets", ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  for (const int option : {SO_TYPE, SO_DOMAIN, SO_PROTOCOL, SO_ERROR, SO_SNDBUF, SO_RCVBUF}) {
    int value = 0;
    socklen_t size = sizeof(value);
    expect("option " + std::to_string(option), ::getsockopt(ends[0], SOL_SOCKET, option, &value, &size) == 0);
  }
  struct statx found {};
  expect("statx", ::statx(AT_FDCWD, "/usr", 0, STATX_BASIC_STATS | STATX_BTIME, &found) == 0);
  const int nothing = ::open("/dev/null", O_WRONLY);
  expect("/dev/null", ::write(nothing, "x", 1) == 1);
  return failed.empty() ? "possible" : "denied:" + failed;
}

std::string fill_folder(const std::string& folder) {
  const std::vector<char> bytes(Block, 'x');
  for (std::size_t file = 0;; ++file) {
    const int out = ::open((folder + "/" + std::to_string(file)).c_str(), O_WRONLY | O_CREAT, 0666);
    if (out < 0) return failed_at(file);
    for (std::size_t part = 0; part < 4; ++part) {
      if (::write(out, bytes.data(), Block) != static_cast<ssize_t>(Block)) return failed_at(4 * file + part);
    }
    ::close(out);
  }
}

std::string make_files(const std::string& folder) {
  for (std::size_t file = 0;; ++file) {
    const int out = ::open((folder + "/" + std::to_string(file)).c_str(), O_WRONLY | O_CREAT, 0666);
    if (out < 0) return failed_at(file);
    ::close(out);
  }
}

/// Takes memory and touches it, at most 4 GiB.
std::string take_memory(const std::function<void*()>& take) {
  for (std::size_t taken = 0; taken < 4096; ++taken) {
    void* block = take();
    if (block == MAP_FAILED || block == nullptr) return failed_at(taken);
    memset(block, 1, Block);
  }
  return "possible: 4096";
}

std::string take_private(const std::string&) {
  return take_memory([] { return ::mmap(nullptr, Block, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); });
}
std::string take_shared(const std::string&) {
  return take_memory([] { return ::mmap(nullptr, Block, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); });
}
std::string take_zeros(const std::string&) {
  const int zero = ::open("/dev/zero", O_RDWR);
  if (zero < 0) return verdict(false);
  return take_memory([zero] { return ::mmap(nullptr, Block, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0); });
}
std::string take_memfd(const std::string&) {
  const int file = static_cast<int>(::syscall(SYS_memfd_create, "x", 0));
  if (file < 0) return verdict(false);
  const std::vector<char> bytes(Block, 'x');
  for (std::size_t taken = 0; taken < 4096; ++taken) {
    if (::write(file, bytes.data(), Block) != static_cast<ssize_t>(Block)) return failed_at(taken);
  }
  return "possible: 4096";
}

std::string take_growing(const std::string&) {
  constexpr int Flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN;
  return take_memory([] { return ::mmap(nullptr, Block, PROT_READ | PROT_WRITE, Flags, -1, 0); });
}

/// Without a reservation, which succeeds where no huge page is free, too.
std::string take_huge(const std::string&) {
  constexpr int Flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_HUGETLB;
  return verdict(::mmap(nullptr, Block, PROT_READ | PROT_WRITE, Flags, -1, 0) != MAP_FAILED);
}

/// Memory of a stack counts apart.
std::string stack_limit(const std::string&) {
  constexpr rlim_t Much = 256 << 20;
  rlimit limit{};
  ::getrlimit(RLIMIT_STACK, &limit);
  return (limit.rlim_max < Much ? "denied: " : "possible: ") + std::to_string(limit.rlim_max);
}

/// Each of several processes takes what one may.
std::string take_in_children(const std::string&) {
  for (int child = 0; child < 16; ++child) {
    if (::fork() != 0) continue;
    take_private("");
    ::pause();
  }
  while (::wait(nullptr) > 0) {
  }
  return "possible: all children ended";
}

/// What pairs of sockets hold, in several processes; at most 1 GiB.
std::string take_in_sockets(const std::string&) {
  const std::vector<char> bytes(Block, 'x');
  for (int child = 0; child < 32; ++child) {
    if (::fork() != 0) continue;
    int ends[2];
    while (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0) {
      for (const int end : ends) {
        while (::write(end, bytes.data(), 4096) > 0) {
        }
      }
    }
    ::pause();
  }
  while (::wait(nullptr) > 0) {
  }
  return "possible: all children ended";
}

/// The same while orphans end all the time, each of which the box's first process has to bury.
std::string take_behind_orphans(const std::string&) {
  const pid_t parent = ::fork();
  for (int maker = 0; parent == 0 && maker < 4; ++maker) {
    if (::fork() != 0) continue;
    while (true) {
      const pid_t child = ::fork();
      if (child == 0) ::_exit(::fork() < 0 ? 1 : 0);
      ::waitpid(child, nullptr, 0);
    }
  }
  if (parent == 0) ::_exit(0);
  return take_in_children("");
}

/// Ways to leave a sign on a file that another bot sees too, or to see one.
std::string signs_on_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY);
  if (file < 0) return "possible: cannot be opened, which proves nothing";
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_len = 1;
  struct flock asked = lock;
  const int watch = ::inotify_init1(0);
  const std::pair<const char*, int> results[]{{"flock", ::flock(file, LOCK_SH | LOCK_NB)},
                                              {"setlk", ::fcntl(file, F_SETLK, &lock)},
                                              {"getlk", ::fcntl(file, F_GETLK, &asked)},
                                              {"ofd_setlk", ::fcntl(file, F_OFD_SETLK, &lock)},
                                              {"ofd_getlk", ::fcntl(file, F_OFD_GETLK, &asked)},
                                              {"setlease", ::fcntl(file, F_SETLEASE, F_RDLCK)},
                                              {"notify", ::fcntl(file, F_NOTIFY, 1)},
                                              {"inotify", watch}};
  std::string open;
  for (const auto& [name, result] : results) open += result >= 0 ? std::string(" ") + name : "";
  return open.empty() ? "denied: none" : "possible:" + open;
}

std::string slow_process(const std::string& process) {
  const sched_param none{};
  const pid_t number_of = static_cast<pid_t>(number(process));
  const bool slowed = ::setpriority(PRIO_PROCESS, static_cast<id_t>(number_of), 19) == 0 ||
                      ::setpriority(PRIO_USER, 0, 19) == 0 || ::setpriority(PRIO_PGRP, 1, 19) == 0 ||
                      ::sched_setscheduler(number_of, SCHED_IDLE, &none) == 0 ||
                      ::syscall(SYS_ioprio_set, 1, number_of, 3 << 13) == 0;
  return verdict(slowed);
}

std::string fork_often(const std::string&) {
  for (std::size_t count = 0; count < 100'000; ++count) {
    const pid_t child = ::fork();
    if (child < 0) return failed_at(count);
    if (child == 0) {
      while (true) ::pause();
    }
  }
  return "possible: 100000";
}

std::string start_threads(const std::string& wanted) {
  const auto most = static_cast<std::size_t>(number(wanted));
  for (std::size_t count = 0; count < most; ++count) {
    try {
      std::thread([] {
        while (true) ::pause();
      }).detach();
    } catch (const std::exception&) {
      return failed_at(count);
    }
  }
  return "possible: " + wanted;
}

std::string open_files(const std::string&) {
  for (std::size_t count = 0; count < 1'000'000; ++count) {
    if (::open("/dev/null", O_RDONLY) < 0) return failed_at(count);
  }
  return "possible: 1000000";
}

/// What is open besides the standard descriptors.
std::string inherited_files(const std::string&) {
  std::string found;
  for (int file = 3; file < 65536; ++file) {
    if (::fcntl(file, F_GETFD) >= 0) found += " " + std::to_string(file);
  }
  return found.empty() ? "denied: none" : "possible:" + found;
}

std::string new_user_namespace(const std::string&) { return verdict(::unshare(CLONE_NEWUSER) == 0); }
std::string clone_user_namespace(const std::string&) {
  const long child = ::syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
  if (child == 0) ::_exit(0);
  return verdict(child > 0);
}
std::string become_root(const std::string&) { return verdict(::setuid(0) == 0 && ::getuid() == 0); }
std::string mount_folder(const std::string& folder) {
  return verdict(::mount("none", folder.c_str(), "tmpfs", 0, nullptr) == 0);
}
std::string change_root(const std::string& folder) { return verdict(::chroot(folder.c_str()) == 0); }
std::string make_device(const std::string& folder) {
  return verdict(::mknod((folder + "/device").c_str(), S_IFCHR | 0666, 0x0101) == 0);
}
std::string change_mode(const std::string& path) { return verdict(::chmod(path.c_str(), 0777) == 0); }
std::string change_times(const std::string& path) {
  return verdict(::utimensat(AT_FDCWD, path.c_str(), nullptr, 0) == 0);
}
std::string remove_file(const std::string& path) { return verdict(::unlink(path.c_str()) == 0); }

/// The rarer doors of the kernel, by their system calls; prints those that are open.
std::string kernel_doors(const std::string&) {
  perf_event_attr event{};
  event.size = sizeof(event);
  char ring[256] = {};
  const std::map<std::string, long> results{
      {"bpf", ::syscall(SYS_bpf, 0, ring, sizeof(ring))},
      {"perf_event_open", ::syscall(SYS_perf_event_open, &event, 0, -1, -1, 0)},
      {"userfaultfd", ::syscall(SYS_userfaultfd, 1)},
      {"io_uring_setup", ::syscall(SYS_io_uring_setup, 1, ring)},
      {"keyctl", ::syscall(SYS_keyctl, 0, -3, 0)},
      {"personality", ::syscall(SYS_personality, 0x0040000)},
      {"clone3", ::syscall(SYS_clone3, ring, 0) < 0 && errno == ENOSYS ? -1 : 0},
      {"newer than the arena", ::syscall(457, ring, ring, 0) < 0 && errno == ENOSYS ? -1 : 0}};
  std::string open;
  for (const auto& [name, result] : results) open += result >= 0 ? " " + name : "";
  return open.empty() ? "denied: none" : "possible:" + open;
}

/// Ways to have a halted process continued by what it left under way; prints those that are open.
std::string wake_itself(const std::string&) {
  const pid_t self = ::getpid();
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGCONT;
  timer_t timer{};
  siginfo_t info{};
  info.si_code = SI_QUEUE;
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return "possible: no pipe, which proves nothing";
  const int folder = ::open("/proc/self", O_RDONLY | O_DIRECTORY);
  const auto with_end = [](unsigned long signal) {
    const long child = ::syscall(SYS_clone, signal, nullptr, nullptr, nullptr, nullptr);
    if (child == 0) ::_exit(0);
    return child;
  };
  const std::map<std::string, long> results{
      {"timer_create", ::timer_create(CLOCK_MONOTONIC, &event, &timer)},
      {"mq_notify", ::syscall(SYS_mq_notify, 0, &event) < 0 && errno == EPERM ? -1 : 0},
      {"kill", ::kill(self, SIGCONT)},
      {"tkill", ::syscall(SYS_tkill, self, SIGCONT)},
      {"tgkill", ::syscall(SYS_tgkill, self, self, SIGCONT)},
      {"rt_sigqueueinfo", ::syscall(SYS_rt_sigqueueinfo, self, SIGCONT, &info)},
      {"rt_tgsigqueueinfo", ::syscall(SYS_rt_tgsigqueueinfo, self, self, SIGCONT, &info)},
      {"pidfd_send_signal", ::syscall(SYS_pidfd_send_signal, folder, SIGCONT, nullptr, 0)},
      {"clone", with_end(SIGCONT)},
      {"prctl", ::prctl(PR_SET_PDEATHSIG, SIGCONT)},
      {"setown", ::fcntl(ends[0], F_SETOWN, self)},
      {"setsig", ::fcntl(ends[0], F_SETSIG, SIGCONT)},
      {"fiosetown", ::ioctl(ends[0], FIOSETOWN, &self) < 0 && errno == EPERM ? -1 : 0},
      {"siocspgrp", ::ioctl(ends[0], SIOCSPGRP, &self) < 0 && errno == EPERM ? -1 : 0}};
  std::string open;
  for (const auto& [name, result] : results) open += result >= 0 ? " " + name : "";
  return open.empty() ? "denied: none" : "possible:" + open;
}

std::string other_cores(const std::string&) {
  cpu_set_t cores;
  ::sched_getaffinity(0, sizeof(cores), &cores);
  return verdict(::sched_setaffinity(0, sizeof(cores), &cores) == 0);
}
std::string outlive_parent(const std::string&) { return verdict(::prctl(PR_SET_PDEATHSIG, 0) == 0); }
std::string no_new_privileges(const std::string&) {
  return ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? "denied" : "possible";
}
std::string capabilities(const std::string&) {
  for (int capability = 0; capability < 64; ++capability) {
    if (::prctl(PR_CAPBSET_READ, capability) != 1) continue;
    FILE* status = ::fopen("/proc/self/status", "r");
    char line[256];
    while (status != nullptr && ::fgets(line, sizeof(line), status) != nullptr) {
      if (strncmp(line, "CapEff:\t0000000000000000", 24) == 0) return "denied: none in effect";
    }
    return "possible";
  }
  return "denied: none";
}

std::string environment(const std::string& name) {
  const char* value = ::getenv(name.c_str());
  return value == nullptr ? "denied: not set" : std::string("possible: ") + value;
}
std::string user(const std::string&) { return std::to_string(::getuid()); }
std::string stand_in(const std::string&) {
  char folder[4096];
  return ::getcwd(folder, sizeof(folder)) != nullptr ? folder : "nowhere";
}

std::string burn(const std::string&) {
  while (true) {
  }
}
/// Heeds no warning.
std::string burn_on(const std::string& nothing) {
  ::signal(SIGXCPU, SIG_IGN);
  return burn(nothing);
}
/// In processes none of which uses much.
std::string burn_in_turns(const std::string&) {
  while (true) {
    const pid_t child = ::fork();
    if (child < 0) return verdict(false);
    while (child == 0) {
      if (std::clock() > CLOCKS_PER_SEC / 5) ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
  }
}
std::string signal_itself(const std::string& signal) {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::raise(number(signal));
  return "possible";
}
std::string exit_with(const std::string& code) { ::_exit(number(code)); }
std::string wait_forever(const std::string&) {
  while (true) ::pause();
}

/// Leaves word for a partner: a file in each folder for all, and a socket that listens.
std::string leave_word(const std::string& name) {
  write_file("/tmp/" + name);
  write_file("/dev/shm/" + name);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  memcpy(address.sun_path + 1, name.data(), name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (socket >= 0 && ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size) == 0) ::listen(socket, 1);
  std::fputs("left\n", stdout);
  std::fflush(stdout);
  return wait_forever("");
}

/// Leaves a process in a session of its own that holds the pipes, and ends.
std::string leave_daemon(const std::string&) {
  if (::fork() != 0) return "left";
  ::setsid();
  ::signal(SIGTERM, SIG_IGN);
  wait_forever("");
  return "";
}

const std::map<std::string, std::string (*)(const std::string&)>& attacks() {
  static const std::map<std::string, std::string (*)(const std::string&)> all{
      {"become_root", become_root},
      {"burn", burn},
      {"burn_in_turns", burn_in_turns},
      {"burn_on", burn_on},
      {"capabilities", capabilities},
      {"change_mode", change_mode},
      {"change_root", change_root},
      {"change_times", change_times},
      {"clone_user_namespace", clone_user_namespace},
      {"clock_of_process", clock_of_process},
      {"connect_tcp", connect_tcp},
      {"connect_unix", connect_unix},
      {"counts_of_machine", counts_of_machine},
      {"environment", environment},
      {"exit_with", exit_with},
      {"fill_folder", fill_folder},
      {"fork_often", fork_often},
      {"inherited_files", inherited_files},
      {"kernel_doors", kernel_doors},
      {"leave_daemon", leave_daemon},
      {"leave_word", leave_word},
      {"limit_process", limit_process},
      {"list_folder", list_folder},
      {"make_device", make_device},
      {"make_files", make_files},
      {"mount_folder", mount_folder},
      {"new_user_namespace", new_user_namespace},
      {"no_new_privileges", no_new_privileges},
      {"open_files", open_files},
      {"other_cores", other_cores},
      {"outlive_parent", outlive_parent},
      {"pass_descriptor", pass_descriptor},
      {"read_file", read_file},
      {"read_memory", read_memory},
      {"remove_file", remove_file},
      {"see_processes", see_processes},
      {"send_loose", send_loose},
      {"send_udp", send_udp},
      {"signal_by_owner", signal_by_owner},
      {"signal_itself", signal_itself},
      {"signal_process", signal_process},
      {"signs_on_file", signs_on_file},
      {"slow_process", slow_process},
      {"stack_limit", stack_limit},
      {"stand_in", stand_in},
      {"start_threads", start_threads},
      {"take_behind_orphans", take_behind_orphans},
      {"take_growing", take_growing},
      {"take_huge", take_huge},
      {"take_in_children", take_in_children},
      {"take_in_sockets", take_in_sockets},
      {"take_memfd", take_memfd},
      {"take_private", take_private},
      {"take_shared", take_shared},
      {"take_zeros", take_zeros},
      {"trace_process", trace_process},
      {"user", user},
      {"widen_socket", widen_socket},
      {"wait_forever", wait_forever},
      {"wake_itself", wake_itself},
      {"what_runtimes_ask", what_runtimes_ask},
      {"write_file", write_file}};
  return all;
}

}  // namespace

int main(int count, char** words) {
  const auto found = attacks().find(count > 1 ? words[1] : "");
  if (found == attacks().end()) {
    std::fputs("no such attack\n", stderr);
    return 2;
  }
  // After '=' stands what would be shown to the probe if it were named as it is.
  const std::string argument = count > 2 ? words[2] : "";
  const std::string result = found->second(argument.starts_with('=') ? argument.substr(1) : argument);
  std::fputs((result + "\n").c_str(), stdout);
}
