#include "arena/hosting/sandbox/box/first_process.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string_view>

#include "arena/hosting/sandbox/box/bot_start.h"
#include "arena/hosting/sandbox/box/channel.h"
#include "arena/hosting/sandbox/box/landlock_rules.h"
#include "arena/hosting/sandbox/box/process_watch.h"
#include "arena/hosting/sandbox/posix.h"

namespace tichu::arena {
namespace {

/// If the machine runs out of memory, its kernel shall kill a bot.
void offer_to_be_killed() {
  constexpr std::string_view Score = "500";
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // A kernel that refuses chooses by size alone.
  [[maybe_unused]] const ssize_t written = ::write(file, Score.data(), Score.size());
  ::close(file);
}

/// Others see the same devices. A read-only mount keeps everybody from marking them with times, not from writing to
/// them.
void make_devices_read_only() {
  for (const char* device : {"/dev/null", "/dev/random", "/dev/urandom"}) {
    struct statvfs mounted {};
    if (::statvfs(device, &mounted) != 0) report_failed_setup(device, errno);
    const unsigned long kept = mounted.f_flag & (MS_NOSUID | MS_NODEV | MS_NOEXEC);  // the numbers are the same
    if (::mount(nullptr, device, nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | kept, nullptr) != 0) {
      report_failed_setup("read-only devices", errno);
    }
  }
}

void drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  if (::syscall(SYS_capset, &header, none) != 0) report_failed_setup("dropping capabilities", errno);
}

/// What the bot is bound to, prepared before its process exists.
struct BotBounds {
  const BotStart& start;
  const LandlockRules& rules;
  const CallFilter& filter;
};

/// Runs in the child, on the parent's memory. Returns only if it failed, with the errno; `in_setup` tells whether
/// that was before the bot's part.
int become_bot(const BotBounds& bounds, volatile bool& in_setup) {
  sigset_t none;
  sigemptyset(&none);
  if (::dup2(BoxInput, STDIN_FILENO) < 0 || ::dup2(BoxOutput, STDOUT_FILENO) < 0) return errno;
  bounds.rules.show_own_process();
  bounds.rules.enforce();
  if (::syscall(SYS_close_range, BoxChannel, ~0U, CLOSE_RANGE_CLOEXEC) != 0) return errno;
  if (const int error = bounds.start.set_limits()) return error;
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // A signal to the bot's own group is not to reach the first process: each would wake it.
  if (::setsid() < 0) return errno;
  // Not this program's own: the bot must not continue what this one stops.
  if (const int error = bounds.filter.load()) return error;
  in_setup = false;
  return bounds.start.execute();
}

[[gnu::noinline]] pid_t start_bot(const BotBounds& bounds) {
  volatile int error = 0;
  volatile bool in_setup = true;
  const pid_t bot = ::vfork();
  if (bot == 0) {
    error = become_bot(bounds, in_setup);
    ::_exit(127);
  }
  if (bot < 0) report_failed_setup("fork", errno);
  if (error != 0 && in_setup) report_failed_setup("limits and filter", error);
  if (error != 0) {
    report(BoxReportKind::NotExecuted, error);
    ::_exit(127);
  }
  return bot;
}

/// In a box files are read-only by their mounts, but a mount keeps nobody from writing to a named pipe, and shows all
/// of /proc.
void show_what_the_box_has(const BoxOptions& options, const LandlockRules& rules) {
  for (const std::string& path : options.readable) rules.show(path.c_str());
  rules.hand_over(options.home.c_str());
  // These stand in for the kernel's own, which tell what the whole machine does.
  for (const char* path : {"/proc/loadavg", "/proc/meminfo", "/proc/stat"}) rules.show(path);
  rules.show("/dev/random");
  rules.show("/dev/urandom");
  rules.show_device("/dev/null");
}

/// The filter forbids a bot to wake itself by signals and timers; the kernel also continues stopped processes when a
/// process that takes long to end leaves their group an orphan or hangs up their terminal. Such a wake is to be worth
/// little: a twentieth of the time since the halt, between these bounds. Once costs some 40 microseconds, and a
/// tournament may have some hundred boxes that rest.
constexpr int StopsInHalt = 20;
constexpr std::chrono::nanoseconds ShortestBetweenStops = std::chrono::milliseconds(50);
constexpr std::chrono::nanoseconds LongestBetweenStops = std::chrono::seconds(1);

/// Stops all other processes of the box when the arena says so, and lets them go on.
class BotHalt {
 public:
  using Clock = std::chrono::steady_clock;

  /// Obeys the orders that have come. Stops again what woke in spite of a halt, if that is due. Ends this program, and
  /// with it the box, if the arena has closed the channel.
  void obey() {
    BoxOrder order{};
    ssize_t size = 0;
    while ((size = ::recv(BoxChannel, &order, sizeof(order), MSG_DONTWAIT)) == sizeof(order)) {
      due_.reset();
      if (order == BoxOrder::Halt) due_ = halted_at_ = Clock::now();
      if (order == BoxOrder::Resume) ::kill(-1, SIGCONT);
    }
    if (size == 0) ::_exit(127);
    if (!due_ || Clock::now() < *due_) return;
    ::kill(-1, SIGSTOP);
    const std::chrono::nanoseconds halted = Clock::now() - halted_at_;
    due_ = Clock::now() + std::clamp(halted / StopsInHalt, ShortestBetweenStops, LongestBetweenStops);
  }
  /// When `obey` is due even without an order; nullopt if the bot may run.
  std::optional<Clock::time_point> due() const { return due_; }

 private:
  std::optional<Clock::time_point> due_;
  Clock::time_point halted_at_;
};

using DueTime = std::optional<std::chrono::steady_clock::time_point>;

DueTime earlier(DueTime one, DueTime other) { return one && other ? std::min(one, other) : std::max(one, other); }

/// Tells when a process of the box has ended. SIGCHLD must be blocked.
class EndSignal {
 public:
  EndSignal() {
    struct sigaction no_stops {};
    no_stops.sa_handler = SIG_DFL;
    no_stops.sa_flags = SA_NOCLDSTOP;
    ::sigaction(SIGCHLD, &no_stops, nullptr);
    const sigset_t ends = signal_of_ends();
    descriptor_ = FileDescriptor(::signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!descriptor_.is_open()) report_failed_setup("signalfd", errno);
  }

  /// Waits for the end of a process, for an order of the arena, or until that time.
  void wait(DueTime until) const {
    using std::chrono::milliseconds;
    std::array<pollfd, 2> watched{pollfd{descriptor_.fd(), POLLIN, 0}, pollfd{BoxChannel, POLLIN, 0}};
    const auto left =
        until ? std::chrono::ceil<milliseconds>(*until - std::chrono::steady_clock::now()) : milliseconds(-1);
    ::poll(watched.data(), watched.size(), until ? std::max(static_cast<int>(left.count()), 0) : -1);
    signalfd_siginfo taken{};
    [[maybe_unused]] const ssize_t size = ::read(descriptor_.fd(), &taken, sizeof(taken));
  }

  static sigset_t signal_of_ends() {
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    return ends;
  }

 private:
  FileDescriptor descriptor_;
};

/// Reaps processes until the bot ends, and halts the bot meanwhile as the arena says. Returns the bot's status.
int await_end(pid_t bot, const BoxOptions& options) {
  ProcessWatch watch(options);
  BotHalt halt;
  const EndSignal end;
  while (true) {
    int status = 0;
    const pid_t ended = ::waitpid(-1, &status, WNOHANG);
    if (ended == bot) return status;
    if (ended < 0 && errno != EINTR) report_failed_setup("waitpid", errno);
    watch.look_if_due();
    halt.obey();
    if (ended == 0) end.wait(earlier(watch.due(), halt.due()));
  }
}

}  // namespace

void run_first_process(const BoxOptions& options) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (is_abandoned()) ::_exit(127);  // a parent that died before the line above sends no signal
  make_devices_read_only();
  drop_capabilities();
  offer_to_be_killed();
  ::prctl(PR_SET_DUMPABLE, 0);  // the bot has the same user: it must not look into this process
  const sigset_t ends = EndSignal::signal_of_ends();
  ::sigprocmask(SIG_BLOCK, &ends, nullptr);

  const auto self = static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0));
  if (self < 0) report_failed_setup("pidfd_open", errno);
  const BotStart start(options);
  const LandlockRules rules;
  show_what_the_box_has(options, rules);
  const CallFilter filter;
  const pid_t bot = start_bot({start, rules, filter});
  report_ready(self);
  // The ends of the bot's pipes are to close when the bot closes them.
  ::syscall(SYS_close_range, BoxChannel + 1, ~0U, 0);
  ::close(STDERR_FILENO);
  report(BoxReportKind::Ended, await_end(bot, options));
  ::_exit(0);
}

}  // namespace tichu::arena
