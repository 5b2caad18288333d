#include "tests/bots/covert_channels.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

namespace tichu::tests {
namespace {

constexpr std::size_t PageSize = 4096;

/// Channels that have few places use them anew for each board.
constexpr std::size_t BitsOfBoard = 8;

std::string numbered(const char* name, std::size_t bit) { return name + std::to_string(bit); }

int opened(const std::string& path, int flags = O_RDONLY) { return ::open(path.c_str(), flags | O_CLOEXEC); }

struct Address {
  sockaddr_un name{};
  socklen_t size = 0;
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&name); }
};

/// An abstract name for a bit, which whoever whispers in another folder on this machine does not take.
Address abstract_name(std::size_t bit) {
  struct stat folder {};
  ::stat(".", &folder);
  const std::string text = numbered(("tichu-channel-" + std::to_string(folder.st_ino) + "-").c_str(), bit);
  Address address;
  address.name.sun_family = AF_UNIX;
  std::copy(text.begin(), text.end(), address.name.sun_path + 1);
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
  return address;
}

/// A socket of a pair that leads nowhere any more; -1 if there is none.
int loose_socket(int type) {
  int ends[2];
  if (::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  const sockaddr nobody{AF_UNSPEC, {}};
  std::ignore = ::connect(ends[0], &nobody, sizeof(nobody));
  return ends[0];
}

bool binds(int type, std::size_t bit) {
  const Address address = abstract_name(bit);
  return ::bind(loose_socket(type), address.get(), address.size) == 0;
}

class Datagrams : public CovertChannel {
 public:
  void prepare(std::size_t length) override {
    for (std::size_t bit = 0; bit < length; ++bit) {
      sockets_.push_back(loose_socket(SOCK_DGRAM));
      const Address address = abstract_name(bit);
      std::ignore = ::bind(sockets_.back(), address.get(), address.size);
    }
  }
  void send(std::size_t bit) override {
    const Address address = abstract_name(bit);
    ::sendto(loose_socket(SOCK_DGRAM), "x", 1, MSG_DONTWAIT, address.get(), address.size);
  }
  bool sees(std::size_t bit) override {
    char byte = 0;
    return ::recv(sockets_[bit], &byte, 1, MSG_DONTWAIT) == 1;
  }

 private:
  std::vector<int> sockets_;
};

/// Whether an abstract name is taken.
template <int Type>
class TakenNames : public CovertChannel {
 public:
  void send(std::size_t bit) override { binds(Type, bit); }
  bool sees(std::size_t bit) override { return !binds(Type, bit) && errno == EADDRINUSE; }
};

/// How many sockets the kernel lists, as a number.
class ListedSockets : public CovertChannel {
 public:
  void prepare(std::size_t) override { before_ = listed(); }
  void send(std::size_t bit) override {
    for (int pair = 0; bit < 5 && pair < 1 << bit; ++pair) loose_socket(SOCK_STREAM);
  }
  bool sees(std::size_t bit) override { return bit < 5 && ((listed() - before_) / 2 >> bit) % 2 == 1; }

 private:
  static std::size_t listed() {
    std::ifstream list("/proc/net/unix");
    std::size_t lines = 0;
    for (std::string line; std::getline(list, line);) ++lines;
    return lines;
  }
  std::size_t before_ = 0;
};

/// Named pipes in the own folder, which a read-only mount does not keep anybody from writing to.
class NamedPipes : public CovertChannel {
 public:
  void send(std::size_t bit) override {
    [[maybe_unused]] const ssize_t written = ::write(opened(numbered("pipe", bit), O_RDWR | O_NONBLOCK), "x", 1);
  }
  bool sees(std::size_t bit) override {
    char byte = 0;
    return ::read(opened(numbered("pipe", bit), O_RDONLY | O_NONBLOCK), &byte, 1) == 1;
  }
};

/// Files that are in memory, or not. The sender drops those of its bits, after the receiver has read all.
class CachedPages : public CovertChannel {
 public:
  void prepare(std::size_t length) override {
    char byte = 0;
    for (std::size_t bit = 0; bit < length; ++bit) {
      [[maybe_unused]] const ssize_t size = ::read(opened(numbered("lock", bit)), &byte, 1);
    }
  }
  void send(std::size_t bit) override { ::posix_fadvise(opened(numbered("lock", bit)), 0, 0, POSIX_FADV_DONTNEED); }
  bool sees(std::size_t bit) override { return is_out(opened(numbered("lock", bit))); }

 private:
  virtual bool is_out(int file) const = 0;
};

class CachedPagesByRead : public CachedPages {
  bool is_out(int file) const override {
    char byte = 0;
    iovec part{&byte, 1};
    return ::preadv2(file, &part, 1, 0, RWF_NOWAIT) < 0 && errno == EAGAIN;
  }
};

class CachedPagesByMap : public CachedPages {
  bool is_out(int file) const override {
    unsigned char in_memory = 1;
    void* page = ::mmap(nullptr, PageSize, PROT_READ, MAP_SHARED, file, 0);
    return ::mincore(page, PageSize, &in_memory) == 0 && in_memory % 2 == 0;
  }
};

/// The same, dropped by advice about a mapping.
class PagedOut : public CachedPagesByRead {
 public:
  void send(std::size_t bit) override {
    void* page = ::mmap(nullptr, PageSize, PROT_READ, MAP_SHARED, opened(numbered("lock", bit)), 0);
    [[maybe_unused]] const volatile char touched = *static_cast<char*>(page);
    ::madvise(page, PageSize, 21);  // MADV_PAGEOUT
  }
};

/// Whether another process has the same page of a file mapped.
class MappedPages : public CovertChannel {
 public:
  void send(std::size_t bit) override { map(bit); }
  bool sees(std::size_t bit) override {
    const std::string first = map(bit);
    std::ifstream maps("/proc/self/smaps");
    bool is_here = false;
    for (std::string line; std::getline(maps, line);) {
      if (line.find('-') != std::string::npos && line.find(':') > line.find('-')) is_here = line.starts_with(first);
      if (is_here && line.starts_with("Shared_Clean:")) return line.find(" 0 kB") == std::string::npos;
    }
    return false;
  }

 private:
  static std::string map(std::size_t bit) {
    void* page = ::mmap(nullptr, PageSize, PROT_READ, MAP_SHARED, opened("page"), static_cast<off_t>(bit * PageSize));
    ::madvise(page, PageSize, MADV_RANDOM);
    [[maybe_unused]] const volatile char touched = *static_cast<char*>(page);
    char text[32];
    std::snprintf(text, sizeof(text), "%lx-", reinterpret_cast<unsigned long>(page));
    return text;
  }
};

class Locks : public CovertChannel {
 public:
  void send(std::size_t bit) override {
    const int file = opened(numbered("lock", bit));
    struct flock range = first_byte();
    ::flock(file, LOCK_EX | LOCK_NB);
    ::fcntl(file, F_SETLK, &range);
    ::fcntl(opened(numbered("lock", bit)), F_OFD_SETLK, &range);
  }
  bool sees(std::size_t bit) override {
    const int file = opened(numbered("lock", bit));
    struct flock range = first_byte();
    range.l_type = F_WRLCK;
    if (::fcntl(file, F_GETLK, &range) == 0 && range.l_type != F_UNLCK) return true;
    return ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  }

 private:
  static struct flock first_byte() {
    struct flock range {};
    range.l_type = F_RDLCK;
    range.l_len = 1;
    return range;
  }
};

/// A lease ends what it stands on from being opened for writing without a signal to its holder.
class Leases : public CovertChannel {
 public:
  void send(std::size_t bit) override { ::fcntl(opened(numbered("lock", bit)), F_SETLEASE, F_RDLCK); }
  bool sees(std::size_t bit) override {
    return opened(numbered("lock", bit), O_WRONLY | O_NONBLOCK) < 0 && errno == EWOULDBLOCK;
  }
};

/// What the kernel keeps of how long written data will live.
class WriteHints : public CovertChannel {
 public:
  void send(std::size_t bit) override { set(bit, 5); }
  bool sees(std::size_t bit) override {
    std::uint64_t hint = 0;
    return ::fcntl(opened(numbered("lock", bit)), F_GET_RW_HINT, &hint) == 0 && hint == 5;
  }

 private:
  static void set(std::size_t bit, std::uint64_t hint) { ::fcntl(opened(numbered("lock", bit)), F_SET_RW_HINT, &hint); }
};

/// Attributes of files, of any kind.
class Attributes : public CovertChannel {
 public:
  void send(std::size_t bit) override {
    const std::string path = numbered("lock", bit);
    const int file = opened(path);
    int flags = FS_NODUMP_FL;
    ::ioctl(file, FS_IOC_SETFLAGS, &flags);
    ::fsetxattr(file, "user.word", "x", 1, 0);
    ::fchmod(file, 0700);
    const timespec times[2]{{1, 0}, {1, 0}};
    ::futimens(file, times);
    ::link(path.c_str(), numbered("link", bit).c_str());
  }
  bool sees(std::size_t bit) override {
    const int file = opened(numbered("lock", bit));
    int flags = 0;
    if (::ioctl(file, FS_IOC_GETFLAGS, &flags) == 0 && (flags & FS_NODUMP_FL) != 0) return true;
    struct stat found {};
    ::fstat(file, &found);
    return ::fgetxattr(file, "user.word", nullptr, 0) == 1 || (found.st_mode & 0777) == 0700 ||
           found.st_mtim.tv_sec == 1 || found.st_nlink > 1;
  }
};

/// Times of the devices that all boxes see: whoever may write to a file may set them to now. The first three bits of a
/// board.
class DeviceTimes : public CovertChannel {
 public:
  void prepare(std::size_t) override {
    struct stat beginning {};
    ::stat("lock0", &beginning);
    since_ = beginning.st_mtim;
  }
  void begin_board() override { ::clock_gettime(CLOCK_REALTIME_COARSE, &since_); }
  void send(std::size_t bit) override {
    const char* device = device_of(bit);
    if (device == nullptr) return;
    ::utimensat(AT_FDCWD, device, nullptr, 0);
    const timespec now[2]{{0, UTIME_NOW}, {0, UTIME_NOW}};
    ::futimens(opened(device, O_WRONLY), now);
  }
  bool sees(std::size_t bit) override {
    struct stat found {};
    return device_of(bit) != nullptr && ::stat(device_of(bit), &found) == 0 &&
           std::tie(found.st_mtim.tv_sec, found.st_mtim.tv_nsec) > std::tie(since_.tv_sec, since_.tv_nsec);
  }

 private:
  static const char* device_of(std::size_t bit) {
    constexpr std::array Devices{"/dev/null", "/dev/random", "/dev/urandom"};
    return bit % BitsOfBoard < Devices.size() ? Devices[bit % BitsOfBoard] : nullptr;
  }
  timespec since_{};
};

/// The cookie of a new socket; 0 if the kernel does not tell.
std::uint64_t next_cookie() {
  int ends[2];
  std::uint64_t cookie = 0;
  socklen_t size = sizeof(cookie);
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 0;
  const bool is_told = ::getsockopt(ends[0], SOL_SOCKET, SO_COOKIE, &cookie, &size) == 0;
  for (const int socket : ends) ::close(socket);
  return is_told ? cookie : 0;
}

/// The number of a new pipe's inode.
std::uint64_t next_inode() {
  int ends[2];
  struct stat found {};
  if (::pipe(ends) != 0) return 0;
  ::fstat(ends[0], &found);
  for (const int end : ends) ::close(end);
  return found.st_ino;
}

/// What the kernel numbers for all; the numbers of a core follow each other. The first five bits of a board, as a
/// number.
template <std::uint64_t (*Next)()>
class CountedThings : public CovertChannel {
 public:
  void prepare(std::size_t) override { begin_board(); }
  void begin_board() override {
    before_ = Next();
    own_ = 0;
    number_.reset();
  }
  void send(std::size_t bit) override {
    for (int step = 0; bit % BitsOfBoard < Bits && step < StepsOfOne << bit % BitsOfBoard; ++step) own_ += Next() != 0;
  }
  bool sees(std::size_t bit) override {
    if (!number_) number_ = before_ == 0 ? 0 : (Next() - before_ - 1 - own_) / StepsOfOne;
    return bit % BitsOfBoard < Bits && (*number_ >> bit % BitsOfBoard) % 2 == 1;
  }

 private:
  static constexpr std::size_t Bits = 5;
  static constexpr int StepsOfOne = 16;  ///< the other end takes one itself when a board begins
  std::uint64_t before_ = 0;
  std::uint64_t own_ = 0;
  std::optional<std::uint64_t> number_;
};

/// When a file was read last.
class ReadTimes : public CovertChannel {
 public:
  void send(std::size_t bit) override {
    char byte = 0;
    [[maybe_unused]] const ssize_t size = ::read(opened(numbered("read", bit)), &byte, 1);
  }
  bool sees(std::size_t bit) override {
    struct stat found {};
    ::stat(numbered("read", bit).c_str(), &found);
    return found.st_atim.tv_sec > found.st_mtim.tv_sec;
  }
};

/// Whether a program is being executed: then nobody may open it to write, also where it could not be written to.
class ExecutedFiles : public CovertChannel {
 public:
  void send(std::size_t bit) override {
    const std::string path = numbered("./busy", bit);
    if (::vfork() == 0) {
      ::execl(path.c_str(), "sleep", "1000", nullptr);
      ::_exit(1);
    }
  }
  bool sees(std::size_t bit) override { return opened(numbered("busy", bit), O_WRONLY) < 0 && errno == ETXTBSY; }
};

class Notices : public CovertChannel {
 public:
  void prepare(std::size_t length) override {
    for (std::size_t bit = 0; bit < length; ++bit) {
      watches_.push_back(::inotify_init1(IN_NONBLOCK));
      ::inotify_add_watch(watches_.back(), numbered("lock", bit).c_str(), IN_OPEN);
    }
  }
  void send(std::size_t bit) override { opened(numbered("lock", bit)); }
  bool sees(std::size_t bit) override {
    char event[PageSize];
    return ::read(watches_[bit], event, sizeof(event)) > 0;
  }

 private:
  std::vector<int> watches_;
};

/// Waiting and waking at an address: a page of a file is one place for all that map it, though only to read.
class FileFutexes : public CovertChannel {
 public:
  void send(std::size_t bit) override {
    std::thread([bit] {
      while (true) {
        if (::syscall(SYS_futex, word(bit), FUTEX_WAIT, *word(bit), nullptr, nullptr, 0) != 0 && errno != EINTR)
          ::pause();
      }
    }).detach();
  }
  bool sees(std::size_t bit) override {
    return ::syscall(SYS_futex, word(bit), FUTEX_WAKE, 1, nullptr, nullptr, 0) == 1;
  }

 private:
  static volatile int* word(std::size_t bit) {
    void* page = ::mmap(nullptr, PageSize, PROT_READ, MAP_PRIVATE, opened("page"), static_cast<off_t>(bit * PageSize));
    [[maybe_unused]] const volatile char touched = *static_cast<char*>(page);
    return static_cast<volatile int*>(page);
  }
};

/// Objects that the kernel names for all processes.
class NamedObjects : public CovertChannel {
 public:
  void send(std::size_t bit) override {
    std::ignore = ::shmget(key(bit), PageSize, IPC_CREAT | 0666);
    ::syscall(SYS_msgget, key(bit), IPC_CREAT | 0666);
    ::syscall(SYS_semget, key(bit), 1, IPC_CREAT | 0666);
    ::mq_open(numbered("/tichu-channel-", bit).c_str(), O_RDWR | O_CREAT, 0666, nullptr);
    ::syscall(SYS_add_key, "user", numbered("tichu-channel-", bit).c_str(), "x", 1, -4);
    for (const char* folder : {"/dev/shm/", "/tmp/", "/var/tmp/", "./"}) {
      opened(folder + numbered("tichu-channel-", bit), O_WRONLY | O_CREAT);
    }
  }
  bool sees(std::size_t bit) override {
    bool seen = ::shmget(key(bit), 0, 0) >= 0 || ::syscall(SYS_msgget, key(bit), 0) >= 0 ||
                ::syscall(SYS_semget, key(bit), 0, 0) >= 0 ||
                ::mq_open(numbered("/tichu-channel-", bit).c_str(), O_RDONLY) >= 0 ||
                ::syscall(SYS_request_key, "user", numbered("tichu-channel-", bit).c_str(), nullptr, 0) >= 0;
    for (const char* folder : {"/dev/shm/", "/tmp/", "/var/tmp/", "./"}) {
      seen = seen || ::access((folder + numbered("tichu-channel-", bit)).c_str(), F_OK) == 0;
    }
    return seen;
  }

 private:
  static key_t key(std::size_t bit) { return static_cast<key_t>(0x71C40000 + bit); }
};

/// How much room the kernel gives a new pipe, which depends on what its user's pipes take up: one bit for all.
class RoomOfPipes : public CovertChannel {
 public:
  void send(std::size_t) override {
    const pid_t child = ::fork();
    int ends[2];
    while (child <= 0 && ::pipe2(ends, O_CLOEXEC) == 0) ::fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);
    if (child == 0) {
      for (;;) ::raise(SIGSTOP);  // whoever continues it
    }
    if (child > 0) ::waitpid(child, nullptr, WUNTRACED);
  }
  bool sees(std::size_t bit) override {
    int ends[2];
    return bit == 1 && ::pipe2(ends, O_CLOEXEC) == 0 && ::fcntl(ends[0], F_GETPIPE_SZ) < 65536;
  }
};

/// Whether more signals may wait, which the kernel counts by user: one bit for all.
class WaitingSignals : public CovertChannel {
 public:
  void prepare(std::size_t) override { could_before_ = one_more_waits(); }
  void send(std::size_t) override {
    while (one_more_waits()) {
    }
  }
  bool sees(std::size_t bit) override { return bit == 1 && could_before_ && !one_more_waits(); }

 private:
  static bool one_more_waits() {
    constexpr int Signal = 40;
    sigset_t all;
    sigfillset(&all);
    ::sigprocmask(SIG_SETMASK, &all, nullptr);
    return ::syscall(SYS_tgkill, ::getpid(), ::getpid(), Signal) == 0;
  }
  bool could_before_ = false;
};

using Maker = std::unique_ptr<CovertChannel> (*)();

template <typename Kind>
std::unique_ptr<CovertChannel> make() {
  return std::make_unique<Kind>();
}

const std::map<std::string_view, Maker>& channels() {
  static const std::map<std::string_view, Maker> all{{"attributes", make<Attributes>},
                                                     {"cached_pages_by_map", make<CachedPagesByMap>},
                                                     {"cached_pages_by_read", make<CachedPagesByRead>},
                                                     {"datagrams", make<Datagrams>},
                                                     {"device_times", make<DeviceTimes>},
                                                     {"executed_files", make<ExecutedFiles>},
                                                     {"file_futexes", make<FileFutexes>},
                                                     {"inode_numbers", make<CountedThings<next_inode>>},
                                                     {"leases", make<Leases>},
                                                     {"listed_sockets", make<ListedSockets>},
                                                     {"locks", make<Locks>},
                                                     {"mapped_pages", make<MappedPages>},
                                                     {"named_objects", make<NamedObjects>},
                                                     {"named_pipes", make<NamedPipes>},
                                                     {"names_of_datagrams", make<TakenNames<SOCK_DGRAM>>},
                                                     {"names_of_streams", make<TakenNames<SOCK_STREAM>>},
                                                     {"notices", make<Notices>},
                                                     {"paged_out", make<PagedOut>},
                                                     {"read_times", make<ReadTimes>},
                                                     {"room_of_pipes", make<RoomOfPipes>},
                                                     {"socket_cookies", make<CountedThings<next_cookie>>},
                                                     {"waiting_signals", make<WaitingSignals>},
                                                     {"write_hints", make<WriteHints>}};
  return all;
}

}  // namespace

std::unique_ptr<CovertChannel> make_covert_channel(std::string_view name) {
  const auto found = channels().find(name);
  return found == channels().end() ? nullptr : found->second();
}

}  // namespace tichu::tests
