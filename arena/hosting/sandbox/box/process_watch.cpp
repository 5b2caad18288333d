#include "arena/hosting/sandbox/box/process_watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "arena/hosting/sandbox/box/channel.h"

namespace tichu::arena {
namespace {

/// How long a bot's memory and processor time go unwatched if no control group counts them. A look takes a tenth of a
/// percent of a core; in this time a process can touch some 100 MB.
constexpr std::chrono::milliseconds WatchInterval(50);

/// A single process shall end by its own limit, which names the cause better.
constexpr std::chrono::seconds Grace(2);

/// What the kernel keeps in memory for a file, however short.
constexpr std::uint64_t BytesOfAFile = 1024;

/// The number of a line such as "RssAnon:	    1234 kB", bytes; 0 if there is none.
std::uint64_t bytes_of(std::string_view status, std::string_view field) {
  const std::size_t place = status.find(field);
  if (place == std::string_view::npos) return 0;
  return std::strtoull(status.data() + place + field.size(), nullptr, 10) * 1024;
}

/// The beginning of a file of a process in /proc; empty if it has gone.
std::string_view read_file_of(const std::string& process, const char* name, std::array<char, 4096>& text) {
  const int file = ::open(("/proc/" + process + "/" + name).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  const ssize_t count = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  if (count <= 0) return {};
  text[static_cast<std::size_t>(count)] = 0;
  return {text.data(), static_cast<std::size_t>(count)};
}

std::uint64_t memory_of_process(const std::string& number) {
  std::array<char, 4096> text;
  const std::string_view status = read_file_of(number, "status", text);
  return bytes_of(status, "RssAnon:") + bytes_of(status, "RssShmem:") + bytes_of(status, "VmSwap:") +
         bytes_of(status, "VmPTE:");
}

/// Of a process and of its children that it has waited for, in the kernel's ticks: the 14th to 17th field of its stat
/// (proc(5)), counted from the state, the third, behind the name, which may hold anything.
std::uint64_t ticks_of_process(const std::string& number) {
  constexpr int FirstField = 3;
  std::array<char, 4096> text;
  const std::string_view stat = read_file_of(number, "stat", text);
  std::size_t place = stat.rfind(')');
  std::uint64_t sum = 0;
  for (int field = FirstField; field <= 17 && place != std::string_view::npos; ++field) {
    place = stat.find(' ', place + 1);
    if (field >= 14 && place != std::string_view::npos) sum += std::strtoull(stat.data() + place, nullptr, 10);
  }
  return sum;
}

/// The sum of what `of_process` says of each process.
template <typename OfProcess>
std::uint64_t sum_over_processes(const OfProcess& of_process) {
  std::uint64_t sum = 0;
  DIR* processes = ::opendir("/proc");
  if (processes == nullptr) return sum;
  while (const dirent* entry = ::readdir(processes)) {
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') sum += of_process(entry->d_name);
  }
  ::closedir(processes);
  return sum;
}

std::uint64_t memory_of_files(const std::string& folder) {
  struct statvfs system {};
  if (::statvfs(folder.c_str(), &system) != 0) return 0;
  return (system.f_files - system.f_ffree) * BytesOfAFile;
}

/// What the sockets of this network namespace, which the box has for itself, can hold; nothing else counts that.
std::uint64_t memory_of_sockets() {
  constexpr std::string_view Used = "sockets: used ";
  std::array<char, 4096> text;
  const std::string_view counts = read_file_of("self", "net/sockstat", text);
  if (!counts.starts_with(Used)) return 0;
  int room = 0;
  socklen_t size = sizeof(room);
  ::getsockopt(BoxChannel, SOL_SOCKET, SO_SNDBUF, &room, &size);
  return std::strtoull(counts.data() + Used.size(), nullptr, 10) * static_cast<std::uint64_t>(room);
}

/// The memory that belongs to all processes of this process namespace together, bytes: what each has of its own
/// (written or shared without a file), in memory or swapped out, the tables of its pages, what sockets can hold, and
/// what the files of the temporary folder cost beside their contents. Memory that two processes share counts twice.
/// About 20 microseconds a process.
std::uint64_t memory_of_all_processes(const std::string& temporary_folder) {
  return memory_of_files(temporary_folder) + memory_of_sockets() + sum_over_processes(memory_of_process);
}

/// The processor time of all processes of this process namespace, and of those that have ended and were waited for, to
/// a hundredth of a second each. Not of those that ended while their parent ignored it.
std::chrono::milliseconds processor_time_of_all_processes() {
  const auto ticks_a_second = static_cast<std::uint64_t>(::sysconf(_SC_CLK_TCK));
  return std::chrono::milliseconds(1000 * sum_over_processes(ticks_of_process) / ticks_a_second);
}

[[noreturn]] void end_box(BoxReportKind why) {
  report(why);
  ::_exit(127);
}

}  // namespace

ProcessWatch::ProcessWatch(const BoxOptions& options) : options_(options), next_look_(Clock::now() + WatchInterval) {}

void ProcessWatch::look_if_due() {
  if (!is_wanted() || Clock::now() < next_look_) return;
  if (options_.watch_memory && memory_of_all_processes(options_.home) > options_.memory) {
    end_box(BoxReportKind::MemoryExceeded);
  }
  if (options_.watch_processors && processor_time_of_all_processes() > std::chrono::seconds(options_.cpu_s) + Grace) {
    end_box(BoxReportKind::ProcessorExceeded);
  }
  next_look_ = Clock::now() + WatchInterval;
}

std::optional<ProcessWatch::Clock::time_point> ProcessWatch::due() const {
  return is_wanted() ? std::optional(next_look_) : std::nullopt;
}

}  // namespace tichu::arena
