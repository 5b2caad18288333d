#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>

#include "arena/hosting/check/check_plan.h"
#include "arena/hosting/player/child_process.h"
#include "arena/hosting/player/fault.h"
#include "protocol/arena_conversation.h"

namespace tichu::arena {

/// A conversation with the plan's bot whose requests count on by one.
protocol::ArenaConversation plain_conversation(const CheckPlan& plan);

/// How a program ended by itself.
struct ProgramEnd {
  std::string text;                   ///< such as "ended with exit code 3"
  std::optional<int> exit_code;       ///< nullopt if a signal ended it
  std::chrono::nanoseconds after{0};  ///< from the call that waited for it
};

/// A bot's program (of a plug-in: the arena's program around it) without a player around it, so that it can be told
/// anything. One thread; the program ends with this object at the latest, in good order if it can.
class RawProgram {
 public:
  using Clock = ChildProcess::Clock;

  /// Starts the plan's bot, in the plan's sandbox if it is not trusted. The plan must outlive the program.
  static tl::expected<RawProgram, Fault> start(const CheckPlan& plan);
  ~RawProgram();
  RawProgram(RawProgram&&) = default;
  RawProgram& operator=(RawProgram&&) = default;

  void send(std::string_view bytes) { process_->send(bytes); }
  void end_input() { process_->close_input(); }
  /// Waits until the bytes that it writes make something whole, at most until `deadline`, and at most the limit of a
  /// handshake from the first byte: its greeting or answer, or how it broke the protocol. If it says nothing: what
  /// became of it.
  std::variant<protocol::Received, WaitEnd> listen(protocol::ArenaConversation& conversation,
                                                   Clock::time_point deadline);
  /// What came since the last `send`: the last 4 KiB at most.
  const std::string& received() const { return process_->last_exchange().received; }
  /// Waits for its end, whatever it writes meanwhile; nullopt if it lives on after `limit`.
  std::optional<ProgramEnd> wait_for_end(std::chrono::milliseconds limit);
  /// What a tournament would charge the bot with for having ended; only once it has. `when` follows on how it ended.
  Fault fault_of_end(std::string_view when) const;
  /// The same of a program that has not greeted, with what its author may have forgotten.
  Fault fault_of_end_before_greeting() const;
  /// The fault of a program that wrote nothing within the limit of its start.
  Fault fault_of_silence() const;
  /// The last that it wrote to its standard error.
  std::string stderr_tail() const;

 private:
  RawProgram(const CheckPlan& plan, LaunchedProgram program)
      : plan_(&plan), process_(std::make_unique<ChildProcess>(std::move(program))) {}

  const CheckPlan* plan_;
  std::unique_ptr<ChildProcess> process_;
  bool ended_ = false;
};

}  // namespace tichu::arena
