#include "arena/sandbox/box/first_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "arena/sandbox/box/bot_start.h"
#include "arena/sandbox/box/channel.h"
#include "arena/sandbox/box/memory_watch.h"

namespace tichu::arena {
namespace {

/// How long the bots' memory goes unwatched where no control group bounds it. A tenth of a percent of a core; in this
/// time a process can touch some 100 MB.
constexpr timespec WatchInterval{0, 50'000'000};

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

/// Buries every process that ends until the bot does; its status.
int await_end(pid_t bot, const BoxOptions& options) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  while (true) {
    int status = 0;
    const pid_t ended = ::waitpid(-1, &status, options.watch_memory ? WNOHANG : 0);
    if (ended == bot) return status;
    if (ended > 0) continue;
    if (ended < 0 && errno != EINTR) report_failed_setup("waitpid", errno);
    if (!options.watch_memory || ::sigtimedwait(&ends, nullptr, &WatchInterval) >= 0) continue;
    if (memory_of_all_processes(options.home) <= options.memory) continue;
    report(BoxReportKind::MemoryExceeded);
    ::_exit(127);
  }
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
