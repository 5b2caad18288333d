#include "arena/sandbox/box/memory_watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

namespace tichu::arena {
namespace {

/// What the kernel keeps in memory for a file, however short.
constexpr std::uint64_t BytesOfAFile = 1024;

/// The number of a line such as "RssAnon:	    1234 kB", bytes; 0 where there is none.
std::uint64_t bytes_of(std::string_view status, std::string_view field) {
  const std::size_t place = status.find(field);
  if (place == std::string_view::npos) return 0;
  return std::strtoull(status.data() + place + field.size(), nullptr, 10) * 1024;
}

std::uint64_t memory_of_process(const std::string& number) {
  const int file = ::open(("/proc/" + number + "/status").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 4096> text;
  const ssize_t count = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  if (count <= 0) return 0;
  text[static_cast<std::size_t>(count)] = 0;
  const std::string_view status(text.data(), static_cast<std::size_t>(count));
  return bytes_of(status, "RssAnon:") + bytes_of(status, "RssShmem:") + bytes_of(status, "VmSwap:");
}

std::uint64_t memory_of_files(const std::string& folder) {
  struct statvfs system {};
  if (::statvfs(folder.c_str(), &system) != 0) return 0;
  return (system.f_files - system.f_ffree) * BytesOfAFile;
}

}  // namespace

std::uint64_t memory_of_all_processes(const std::string& temporary_folder) {
  std::uint64_t sum = memory_of_files(temporary_folder);
  DIR* processes = ::opendir("/proc");
  if (processes == nullptr) return sum;
  while (const dirent* entry = ::readdir(processes)) {
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9') sum += memory_of_process(entry->d_name);
  }
  ::closedir(processes);
  return sum;
}

}  // namespace tichu::arena
