#pragma once

#include <fcntl.h>

#include "arena/hosting/sandbox/file_descriptor.h"
#include "arena/hosting/sandbox/host_error.h"
#include "arena/hosting/sandbox/launch_plan.h"

namespace tichu::arena {

/// The same file under a number that can be passed on (LowestPassedDescriptor and above), close-on-exec. Throws
/// std::system_error where there is none.
inline FileDescriptor lifted(const FileDescriptor& descriptor) {
  const int higher = ::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, LowestPassedDescriptor);
  if (higher < 0) throw_host_error("cannot pass a descriptor to a bot");
  return FileDescriptor(higher);
}

}  // namespace tichu::arena
