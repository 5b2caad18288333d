#include "arena/hosting/sandbox/posix.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

namespace tichu::arena {
namespace {

rlimit present_limit() {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit;
}

}  // namespace

FileDescriptor duplicate_to_pass(const FileDescriptor& descriptor) {
  const int higher = ::fcntl(descriptor.fd(), F_DUPFD_CLOEXEC, LowestPassedDescriptor);
  if (higher < 0) throw_host_error("cannot pass a descriptor to a bot");
  return FileDescriptor(higher);
}

const rlimit& first_descriptor_limit() {
  static const rlimit first = present_limit();
  return first;
}

void raise_descriptor_limit() {
  const rlimit& first = first_descriptor_limit();
  const rlimit raised{first.rlim_max, first.rlim_max};
  // If the host refuses, the limit stays what it was. Whoever counts on more finds out.
  ::setrlimit(RLIMIT_NOFILE, &raised);
}

std::uint64_t descriptor_limit() { return present_limit().rlim_cur; }

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void throw_host_error(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const auto rest = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first;
  return rest == folder.end() || (std::next(rest) == folder.end() && rest->empty());
}

}  // namespace tichu::arena
