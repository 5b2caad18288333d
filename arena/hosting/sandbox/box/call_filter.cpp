#include "arena/hosting/sandbox/box/call_filter.h"

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "arena/hosting/sandbox/box/channel.h"
#include "arena/hosting/sandbox/box_options.h"

namespace tichu::arena {

CallFilter::CallFilter() : instructions_(BPF_MAXINSNS) {
  const ssize_t size = ::read(BoxFilter, instructions_.data(), instructions_.size() * sizeof(sock_filter));
  if (size <= 0) report_failed_setup("reading the filter", errno);
  instructions_.resize(static_cast<std::size_t>(size) / sizeof(sock_filter));
}

int CallFilter::load() const { return load_filter(instructions_); }

int load_filter(const std::vector<sock_filter>& instructions) {
  // The kernel only reads them.
  const sock_fprog program{static_cast<unsigned short>(instructions.size()),
                           const_cast<sock_filter*>(instructions.data())};
  return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
}

}  // namespace tichu::arena
