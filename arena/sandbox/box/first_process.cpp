#include "arena/sandbox/box/first_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <string_view>

#include "arena/sandbox/box/bot_start.h"
#include "arena/sandbox/box/channel.h"
#include "arena/sandbox/box/process_watch.h"

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
int become_bot(const BotStart& start, volatile bool& in_setup) {
  sigset_t none;
  sigemptyset(&none);
  if (::dup2(BoxInput, STDIN_FILENO) < 0 || ::dup2(BoxOutput, STDOUT_FILENO) < 0) return errno;
  if (::syscall(SYS_close_range, BoxChannel, ~0U, CLOSE_RANGE_CLOEXEC) != 0) return errno;
  if (const int error = start.set_limits()) return error;
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  in_setup = false;
  return start.execute();
}

[[gnu::noinline]] pid_t start_bot(const BotStart& start) {
  volatile int error = 0;
  volatile bool in_setup = true;
  const pid_t bot = ::vfork();
  if (bot == 0) {
    error = become_bot(start, in_setup);
    ::_exit(127);
  }
  if (bot < 0) report_failed_setup("fork", errno);
  if (error != 0 && in_setup) report_failed_setup("limits", error);
  if (error != 0) {
    report(BoxReportKind::NotExecuted, error);
    ::_exit(127);
  }
  return bot;
}

/// Looks at what the bot's processes use whenever an interval is over, whatever else happens meanwhile.
class ProcessWatch {
 public:
  explicit ProcessWatch(const BoxOptions& options) : options_(options) {}

  bool is_wanted() const { return options_.watch_memory || options_.watch_processors; }
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
  /// Waits until a process ends, at most until the next look.
  void wait_for_an_end() const {
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    const std::chrono::nanoseconds left = std::max<std::chrono::nanoseconds>(next_look_ - Clock::now(), {});
    const timespec time{0, static_cast<long>(left.count())};
    ::sigtimedwait(&ends, nullptr, &time);
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[noreturn]] static void end_box(BoxReportKind why) {
    report(why);
    ::_exit(127);
  }

  const BoxOptions& options_;
  Clock::time_point next_look_ = Clock::now() + WatchInterval;
};

/// Buries every process that ends until the bot does; its status.
int await_end(pid_t bot, const BoxOptions& options) {
  ProcessWatch watch(options);
  while (true) {
    int status = 0;
    const pid_t ended = ::waitpid(-1, &status, watch.is_wanted() ? WNOHANG : 0);
    if (ended == bot) return status;
    if (ended < 0 && errno != EINTR) report_failed_setup("waitpid", errno);
    watch.look_if_due();
    if (ended == 0) watch.wait_for_an_end();
  }
}

void halt_all_others(int /*signal*/) {
  const int before = errno;
  ::kill(-1, SIGSTOP);
  errno = before;
}

void resume_all_others(int /*signal*/) {
  const int before = errno;
  ::kill(-1, SIGCONT);
  errno = before;
}

/// Only the arena's signals get here in time to matter: the bot's processes are halted then, or run already.
void obey_halts() {
  struct sigaction action {};
  action.sa_flags = SA_RESTART;
  // One after the other, the lower number first: a box is never left halted where it was to go on.
  static_assert(HaltSignal < ResumeSignal);
  sigaddset(&action.sa_mask, HaltSignal);
  sigaddset(&action.sa_mask, ResumeSignal);
  action.sa_handler = halt_all_others;
  ::sigaction(HaltSignal, &action, nullptr);
  action.sa_handler = resume_all_others;
  ::sigaction(ResumeSignal, &action, nullptr);
}

}  // namespace

void run_first_process(const BoxOptions& options) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (is_abandoned()) ::_exit(127);  // a parent that died before the line above sends no signal
  offer_to_be_killed();
  ::prctl(PR_SET_DUMPABLE, 0);  // the bot has the same user: it must not look into this process
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &ends, nullptr);

  obey_halts();
  const auto self = static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0));
  if (self < 0) report_failed_setup("pidfd_open", errno);
  report(BoxReportKind::Ready, 0, self);
  const BotStart start(options);
  const pid_t bot = start_bot(start);
  // The ends of the bot's pipes are to close when the bot closes them.
  ::syscall(SYS_close_range, BoxChannel + 1, ~0U, 0);
  ::close(STDERR_FILENO);
  report(BoxReportKind::Ended, await_end(bot, options));
  ::_exit(0);
}

}  // namespace tichu::arena
