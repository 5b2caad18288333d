#include "arena/hosting/sandbox/descriptor_limit.h"

namespace tichu::arena {
namespace {

rlimit present_limit() {
  rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit;
}

}  // namespace

const rlimit& first_descriptor_limit() {
  static const rlimit first = present_limit();
  return first;
}

void raise_descriptor_limit() {
  const rlimit& first = first_descriptor_limit();
  const rlimit raised{first.rlim_max, first.rlim_max};
  // Where it is refused, the limit stays what it was, which whoever counts on more finds out.
  ::setrlimit(RLIMIT_NOFILE, &raised);
}

std::uint64_t descriptor_limit() { return present_limit().rlim_cur; }

}  // namespace tichu::arena
