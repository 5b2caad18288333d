#pragma once

#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>

#include "arena/hosting/sandbox/box_report.h"
#include "arena/hosting/sandbox/control_groups.h"
#include "arena/hosting/sandbox/file_descriptor.h"

namespace tichu::arena {

/// How a boxed program ended, as far as the box knows.
struct BoxEnd {
  std::optional<std::string> setup_failure;  ///< the box could not be made: the host's failure; one sentence
  std::optional<int> exec_error;             ///< errno: the bot's program could not be executed
  std::optional<int> status;                 ///< of the bot's program, as from waitpid; the outermost process has other
  bool memory_exceeded = false;
  bool processor_exceeded = false;
  bool machine_short = false;  ///< the machine had no memory left, and its kernel chose this bot
};

/// A bot's box that was started: what tichu-box reports of it, and the end of all that is in it. One thread at a time.
class Box {
 public:
  /// `channel` is our end of tichu-box's channel; not blocking.
  Box(FileDescriptor channel, ControlGroup group) : channel_(std::move(channel)), group_(std::move(group)) {}

  /// Waits until the box stands or has failed, at most until the deadline; `outermost` is the pidfd of its outermost
  /// process. False where the deadline came first.
  bool is_made_by(std::chrono::steady_clock::time_point deadline, int outermost);
  /// Whether the bot's program has ended, though its box may still stand.
  bool program_ended();
  /// Stops all processes of the bot until `resume`; `outermost` is the pidfd of the box's outermost. Only once the bot
  /// has said something, so that its box stands. Returns before all have stopped.
  void halt(int outermost) { command(outermost, BoxOrder::Halt, SIGSTOP); }
  void resume(int outermost) { command(outermost, BoxOrder::Resume, SIGCONT); }
  /// Kills all processes of the box and waits until the outermost, of which `outermost` is the pidfd, has seen it and
  /// ended. Where that takes more than a second, it is for the caller to kill the outermost.
  void kill(int outermost);
  /// What became of the bot; to be asked once, after the outermost process was reaped. Waits for what is left in the
  /// box, at most a second.
  BoxEnd end();
  /// The number, here, of the first process in the box, which is the ancestor of all others in it; nothing where it
  /// has ended, does not run yet or is none.
  std::optional<pid_t> first_process();
  /// What all processes of the box have used, as far as its control group counts it.
  ResourceUsage usage() const { return group_.usage(); }

 private:
  void receive();
  /// A box's first process gets the order, a fence, which has none, the signal.
  void command(int outermost, BoxOrder to_first_process, int to_fence);
  /// Waits where the first process is behind with its orders, at most a second.
  void send(BoxOrder order);

  FileDescriptor channel_;
  FileDescriptor first_process_;  ///< pidfd of the first process in the box; where it has ended, all have
  ControlGroup group_;
  bool ready_ = false;
  BoxEnd end_;
};

}  // namespace tichu::arena
