#pragma once

#include <sys/types.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/process/v2/process.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "arena/hosting/player/bounded_log.h"
#include "arena/hosting/player/fault.h"
#include "arena/hosting/player/pondering.h"
#include "arena/hosting/player/processor_denial.h"
#include "arena/hosting/player/wait_set.h"
#include "arena/hosting/sandbox/box.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/hosting/sandbox/program_launcher.h"
#include "arena/hosting/sandbox/resource_usage.h"

namespace tichu::arena {

/// What ended a wait for a program's output.
enum class WaitEnd : std::uint8_t {
  Bytes,         ///< the program wrote something
  Deadline,      ///< the time is over
  ErrorFlood,    ///< the program wrote more than ErrorsOfRequest to its standard error since the last `send`
  OutputClosed,  ///< the program closed its standard output or input, but lives
  Ended,         ///< the process has ended, and all that it wrote was taken
};

struct Arrival {
  WaitEnd end = WaitEnd::Deadline;
  std::string_view bytes = {};                    ///< Bytes: valid until the next call
  std::chrono::steady_clock::time_point at = {};  ///< Bytes: when they were seen
};

/// How a process with this status of waitpid ended, such as "ended with exit code 3" or "was ended by signal 11
/// (SIGSEGV)".
std::string ending_of(int status);

/// Bytes that went through a program's pipes, without the standard error.
struct Traffic {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};

/// A running program and its pipes. A request costs one write, one wait and one read: nothing sleeps or polls in
/// between, waits end by readiness, by the end of the process (pidfd) or by the deadline. The standard error is taken
/// along whenever there is some. One thread at a time; ends with its object, and leaves no process of its group.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  /// Bytes of standard error between a request and its answer: far more than a page of tracing for each, and far less
  /// than would keep the arena from other tables.
  static constexpr std::uint64_t ErrorsOfRequest = 2 << 20;

  /// Throws std::system_error if the host fails; the program is ended then.
  explicit ChildProcess(LaunchedProgram program);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return pid_; }

  /// Waits until the program's box stands or has failed, as `wait` then tells. False if the deadline came first. True
  /// at once if the program has no box.
  bool is_boxed_by(Clock::time_point deadline) { return !box_ || box_->is_made_by(deadline); }
  /// Whether the program has a box that could not be made. To be asked after `is_boxed_by`.
  bool box_has_failed() { return box_ && box_->has_failed(); }
  /// Writes to the program as much as its pipe takes; the rest follows while `wait` waits.
  void send(std::string_view bytes);
  /// Whether the program has not yet taken all that was sent.
  bool has_unsent() const { return !unsent_.empty(); }
  /// Waits for output. What lies there at the first look after the deadline is taken too.
  Arrival wait(Clock::time_point deadline) { return wait(deadline, Clock::time_point::max(), {}); }
  /// The same. If nothing has come by `slow`, calls `when_slow` and waits on.
  Arrival wait(Clock::time_point deadline, Clock::time_point slow, const std::function<void()>& when_slow);

  /// Stops a boxed program with all its processes until the next `send` or `close_input`; others run on. Only between
  /// an answer and the next question.
  void halt();
  /// The program has answered at that time and has nothing to do: what it uses until `end_pause` is pondering.
  void begin_pause(Clock::time_point answered);
  void end_pause() { usage_.pondering += pondering_.end_pause(); }
  /// The program will have nothing to do for long. Without a box its pause goes on, and is measured from now on in any
  /// case; in a box it is to be halted, which is no pause any more.
  void begin_rest(Clock::time_point now);
  /// Closes the program's standard input, which asks it to end.
  void close_input() {
    resume();
    close(input_);
  }
  /// Waits for the end: input closed, at `deadline` SIGTERM, after a further short time SIGKILL, all for the whole
  /// process group; what is left of the group is killed in any case.
  void end(Clock::time_point deadline);
  /// Kills the process group, and all else in its box, at once, stopped or not.
  void kill();

  /// What a boxed program's box knows of its end; nullopt if it had none. Only after Ended, `end` or `kill`.
  const std::optional<BoxEnd>& box_end() const { return box_end_; }
  /// The program's status as waitpid gives it; only after Ended, `end` or `kill`.
  int status() const { return status_; }
  /// How the program ended, as `ending_of` tells; only after Ended, `end` or `kill`.
  std::string ending() const { return ending_of(status_); }
  /// What the program has used so far, with all its processes as far as they are known: those that run, after its end
  /// those that were waited for, and in a control group all.
  ResourceUsage usage();
  /// What it was known to have used when `usage` was called last or when it ended.
  const ResourceUsage& last_usage() const { return usage_; }
  /// What the scheduler has counted of the program and its descendants. Only while it runs.
  SchedulerCounts scheduler_counts() { return arena::scheduler_counts(first_process()); }
  const Traffic& traffic() const { return traffic_; }
  /// What was sent last, and what came since.
  const Exchange& last_exchange() const { return last_exchange_; }
  /// Takes what lies in the pipe of the standard error, if it is open yet, without waiting.
  void take_errors();
  /// What of the program's standard error was taken.
  const BoundedLog& errors() const { return log_; }

 private:
  struct Ready {
    bool output = false;
    bool ended = false;
  };
  /// One wait for all descriptors, which also writes unsent bytes and reads the standard error. nullopt if the deadline
  /// came first; after it there is one more look, no matter how late.
  std::optional<Ready> wait_for_any(Clock::time_point deadline);
  void resume();
  void close(FileDescriptor& descriptor);
  /// Keeps for later what the pipe did not take.
  void keep_unsent(std::string_view bytes);
  void write_unsent();
  std::optional<Arrival> read_output();
  /// After the output's end: whether the process ends too or lives on.
  WaitEnd wait_for_exit();
  /// Waits for the end of the process, throwing its output away; false if the deadline came first.
  bool wait_until_ended(Clock::time_point deadline);
  void reap();
  /// The ancestor of all processes that are the bot's.
  pid_t first_process();
  /// Raises what is known to what `counted` has more.
  void note_usage(const ResourceUsage& counted);
  void note_usage_of_group();

  pid_t pid_;
  int pidfd_;  ///< owned by process_
  FileDescriptor input_;
  FileDescriptor output_;
  FileDescriptor error_output_;
  std::optional<WaitSet> wait_set_;  ///< always there
  std::string unsent_;
  bool input_broken_ = false;
  bool halted_ = false;
  Traffic traffic_;
  Exchange last_exchange_;
  BoundedLog log_;
  std::uint64_t errors_before_ = 0;  ///< bytes of standard error up to the last `send`
  Clock::time_point looked_;         ///< when the last wait returned
  std::array<char, 65536> buffer_;   ///< a pipe's capacity: one read takes all that lies there
  boost::asio::io_context context_;
  std::optional<boost::process::v2::process> process_;  ///< until it is reaped
  int status_ = 0;
  ResourceUsage usage_{.processor = {}, .peak_memory = 0, .starts = 1, .pondering = {}};
  PonderingClock pondering_;
  std::optional<Box> box_;
  std::optional<BoxEnd> box_end_;
};

}  // namespace tichu::arena
