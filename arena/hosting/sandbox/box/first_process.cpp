#include "arena/hosting/sandbox/box/first_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string_view>

#include "arena/hosting/sandbox/box/bot_halt.h"
#include "arena/hosting/sandbox/box/bot_start.h"
#include "arena/hosting/sandbox/box/call_filter.h"
#include "arena/hosting/sandbox/box/channel.h"
#include "arena/hosting/sandbox/box/process_watch.h"
#include "arena/hosting/sandbox/file_descriptor.h"

namespace tichu::arena {
namespace {

/// How long a bot's memory and processor time go unwatched where no control group counts them. A tenth of a percent of
/// a core; in this time a process can touch some 100 MB.
constexpr std::chrono::milliseconds WatchInterval(50);

/// A single process is to end by its own limit, which names the cause better.
constexpr std::chrono::seconds Grace(2);

/// Where memory runs out, the kernel is to choose a bot.
void offer_to_be_killed() {
  constexpr std::string_view Score = "500";
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // A kernel that refuses chooses by size alone.
  [[maybe_unused]] const ssize_t written = ::write(file, Score.data(), Score.size());
  ::close(file);
}

/// Runs in the child, on the parent's memory. Returns only where it failed, with the errno; `in_setup` tells whether
/// that was before the bot's part.
int become_bot(const BotStart& start, const CallFilter& filter, volatile bool& in_setup) {
  sigset_t none;
  sigemptyset(&none);
  if (::dup2(BoxInput, STDIN_FILENO) < 0 || ::dup2(BoxOutput, STDOUT_FILENO) < 0) return errno;
  if (::syscall(SYS_close_range, BoxChannel, ~0U, CLOSE_RANGE_CLOEXEC) != 0) return errno;
  if (const int error = start.set_limits()) return error;
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // A signal to the bot's own group is not to reach the first process: each would wake it.
  if (::setsid() < 0) return errno;
  // Not this program's own: the bot must not continue what this one stops.
  if (const int error = filter.load()) return error;
  in_setup = false;
  return start.execute();
}

[[gnu::noinline]] pid_t start_bot(const BotStart& start, const CallFilter& filter) {
  volatile int error = 0;
  volatile bool in_setup = true;
  const pid_t bot = ::vfork();
  if (bot == 0) {
    error = become_bot(start, filter, in_setup);
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

/// Looks at what the bot's processes use whenever an interval is over, whatever else happens meanwhile.
class ProcessWatch {
 public:
  using Clock = BotHalt::Clock;

  explicit ProcessWatch(const BoxOptions& options) : options_(options) {}

  /// Ends the box where the bot uses more than it may.
  void look_if_due() {
    if (!is_wanted() || Clock::now() < next_look_) return;
    if (options_.watch_memory && memory_of_all_processes(options_.home) > options_.memory) {
      end_box(BoxReportKind::MemoryExceeded);
    }
    if (options_.watch_processors && processor_time_of_all_processes() > std::chrono::seconds(options_.cpu_s) + Grace) {
      end_box(BoxReportKind::ProcessorExceeded);
    }
    next_look_ = Clock::now() + WatchInterval;
  }
  /// When `look_if_due` is to be called again; nothing where there is nothing to look at.
  std::optional<Clock::time_point> due() const { return is_wanted() ? std::optional(next_look_) : std::nullopt; }

 private:
  [[noreturn]] static void end_box(BoxReportKind why) {
    report(why);
    ::_exit(127);
  }

  bool is_wanted() const { return options_.watch_memory || options_.watch_processors; }

  const BoxOptions& options_;
  Clock::time_point next_look_ = Clock::now() + WatchInterval;
};

using DueTime = std::optional<BotHalt::Clock::time_point>;

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

  /// Waits for an end, for word of the arena or until that time.
  void wait(DueTime until) const {
    using std::chrono::milliseconds;
    std::array<pollfd, 2> news{pollfd{descriptor_.number(), POLLIN, 0}, pollfd{BoxChannel, POLLIN, 0}};
    const auto left = until ? std::chrono::ceil<milliseconds>(*until - BotHalt::Clock::now()) : milliseconds(-1);
    ::poll(news.data(), news.size(), until ? std::max(static_cast<int>(left.count()), 0) : -1);
    signalfd_siginfo taken{};
    [[maybe_unused]] const ssize_t size = ::read(descriptor_.number(), &taken, sizeof(taken));
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

/// Buries every process that ends until the bot does, and halts the bot meanwhile as the arena says; its status.
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
  offer_to_be_killed();
  ::prctl(PR_SET_DUMPABLE, 0);  // the bot has the same user: it must not look into this process
  const sigset_t ends = EndSignal::signal_of_ends();
  ::sigprocmask(SIG_BLOCK, &ends, nullptr);

  const auto self = static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0));
  if (self < 0) report_failed_setup("pidfd_open", errno);
  report(BoxReportKind::Ready, 0, self);
  const BotStart start(options);
  const CallFilter filter;
  const pid_t bot = start_bot(start, filter);
  // The ends of the bot's pipes are to close when the bot closes them.
  ::syscall(SYS_close_range, BoxChannel + 1, ~0U, 0);
  ::close(STDERR_FILENO);
  report(BoxReportKind::Ended, await_end(bot, options));
  ::_exit(0);
}

}  // namespace tichu::arena
