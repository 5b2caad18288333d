#include "arena/hosting/sandbox/box/bot_start.h"

#include <linux/seccomp.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include "arena/hosting/sandbox/box/channel.h"
#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

/// Of the first thread's stack, which RLIMIT_DATA does not count, bytes; libraries take the first for other threads'.
constexpr rlim_t UsualStack = 8 << 20;
constexpr rlim_t LargestStack = 64 << 20;

/// The kernel kills with SIGXCPU at the soft limit, which names the cause; a bot that ignores it gets a second more.
rlimit cpu_limit(rlim_t seconds) { return {seconds, seconds + 1}; }

}  // namespace

BotStart::BotStart(const BoxOptions& options)
    : options_(options),
      environment_{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + options.home,
                   "TMPDIR=" + options.home},
      arguments_(null_terminated(options.command)),
      variables_(null_terminated(environment_)) {}

int BotStart::set_limits() const {
  // Of RLIMIT_AS node and Java die, which reserve far more than they use.
  const struct {
    __rlimit_resource resource;
    rlimit limit;
  } limits[] = {{RLIMIT_DATA, {options_.memory, options_.memory}},
                {RLIMIT_STACK, {UsualStack, LargestStack}},
                {RLIMIT_NPROC, {options_.processes, options_.processes}},
                {RLIMIT_CPU, cpu_limit(options_.cpu_s)},
                {RLIMIT_FSIZE, {options_.file_size, options_.file_size}},
                {RLIMIT_NOFILE, {options_.open_files, options_.open_files}},
                {RLIMIT_SIGPENDING, {options_.waiting_signals, options_.waiting_signals}},
                {RLIMIT_RTPRIO, {0, 0}},
                {RLIMIT_CORE, {0, 0}}};
  for (const auto& [resource, limit] : limits) {
    // An administrator's limit may be lower already.
    rlimit present{};
    if (::getrlimit(resource, &present) != 0) return errno;
    const rlimit wanted{std::min(limit.rlim_cur, present.rlim_max), std::min(limit.rlim_max, present.rlim_max)};
    if (::setrlimit(resource, &wanted) != 0) return errno;
  }
  return 0;
}

int BotStart::execute() const {
  if (::chdir(options_.working_directory.c_str()) != 0) return errno;
  ::execve(arguments_[0], arguments_.data(), variables_.data());
  return errno;
}

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
