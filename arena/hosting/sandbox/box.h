#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "arena/hosting/sandbox/box_protocol.h"
#include "arena/hosting/sandbox/control_groups.h"
#include "arena/hosting/sandbox/network_namespaces.h"
#include "arena/hosting/sandbox/posix.h"
#include "arena/hosting/sandbox/users_of_boxes.h"

namespace tichu::arena {

/// How a boxed program ended, as far as the box knows.
struct BoxEnd {
  std::optional<std::string> setup_failure;  ///< the box could not be made: the host's failure; one sentence
  std::optional<int> exec_error;             ///< errno: the bot's program could not be executed
  std::optional<int> status;  ///< of the bot's program, as from waitpid; the outermost process has another
  bool memory_exceeded = false;
  bool processor_exceeded = false;
  bool machine_short = false;  ///< the machine had no memory left, and its kernel chose this bot
};

/// What a box has for itself until it is gone.
struct LeasesOfBox {
  UsersOfBoxes::Lease user;
  NetworkNamespaces::Lease network;  ///< empty in a jail
};

/// The arena's end of a box that was started: what tichu-box (the folder `box/`) reports, and orders to it. One thread
/// at a time.
class Box {
 public:
  /// `channel` is the arena's end of tichu-box's channel, not blocking. `outermost` is the pidfd of the box's outermost
  /// process. The box does not own it; it must stay open until that process is reaped.
  Box(FileDescriptor channel, ControlGroup group, LeasesOfBox leases, int outermost)
      : leases_(std::move(leases)), channel_(std::move(channel)), group_(std::move(group)), outermost_(outermost) {}

  /// Waits until the box stands or has failed, at most until the deadline. False if the deadline came first.
  bool is_made_by(std::chrono::steady_clock::time_point deadline);
  /// Whether the box could not be made. To be asked after `is_made_by`.
  bool has_failed();
  /// Whether the bot's program has ended, though its box may still stand.
  bool program_ended();
  /// Stops all processes of the bot until `resume`. Only once the bot has said something, so that its box stands.
  /// Returns before all have stopped.
  void halt();
  void resume();
  /// Kills all processes of the box and waits until the outermost has ended. If that takes more than a second, the
  /// caller has to kill the outermost.
  void kill();
  /// What became of the bot. To be called once, after the outermost process was reaped. Waits for what is left in the
  /// box, at most a second.
  BoxEnd end();
  /// The process number, here, of the first process in the box, the ancestor of all others in it. nullopt if it has
  /// ended or does not run yet, and in a jail, which has none.
  std::optional<pid_t> first_process();
  /// What all processes of the box have used, as far as its control group counts it.
  ResourceUsage usage() const { return group_.usage(); }

 private:
  void receive();
  /// Sends the order to the box's first process, or the signal to a jailed bot, which has no such process.
  void command(BoxOrder to_first_process, int to_jailed_bot);
  /// Waits if the first process is behind with its orders, at most a second.
  void send(BoxOrder order);

  LeasesOfBox leases_;
  FileDescriptor channel_;
  FileDescriptor first_process_;  ///< pidfd of the first process in the box; when it has ended, all have
  ControlGroup group_;
  int outermost_;
  bool ready_ = false;
  BoxEnd end_;
};

}  // namespace tichu::arena
