#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "arena/hosting/player/bot_launcher.h"
#include "arena/hosting/player/bot_spec.h"
#include "arena/hosting/player/child_process.h"
#include "arena/hosting/player/player.h"
#include "arena/hosting/player/processor_denial.h"
#include "arena/hosting/player/retries.h"
#include "arena/hosting/player/time_limits.h"
#include "arena/hosting/sandbox/sandbox.h"
#include "protocol/arena_conversation.h"

namespace tichu::arena {

/// The coding in which the arena speaks with a bot's process.
inline protocol::Coding coding_of(const BotSpec& bot) {
  return bot.kind == BotKind::Json ? protocol::Coding::Json : protocol::Coding::Protobuf;
}

/// A bot in a process of its own, which speaks the protocol on its standard input and output: a program, or a plug-in
/// in the arena's program around it. The process is kept over `sit_down` and is started anew only after a fault or
/// `leave`; a bot at fault is killed at once. To be used and destroyed by one thread: the process dies with the thread
/// that started it.
class ProgramPlayer : public Player, public BotProcess {
 public:
  /// A bot that is not trusted runs in a box of the sandbox, which must outlive the player; null: without one.
  /// `cancelled`: as of `make_player`.
  ProgramPlayer(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox = nullptr,
                std::function<bool()> cancelled = {});
  ~ProgramPlayer() override;

  tl::expected<void, Fault> sit_down(const SeatSetup& setup) override;
  void begin_round(const Observation& seen) override;
  void tell(const SeenEvent& event, const Observation& seen) override;
  tl::expected<TimedAnswer, Fault> ask(Question question, const Observation& seen,
                                       std::chrono::milliseconds limit) override;
  /// Of a program that speaks JSON alone.
  bool retry(const Fault& fault) override;
  void end_round(Points own, Points theirs) override;
  BotIdentity identity() const override;
  BotProcess* process() override { return this; }

  bool is_running() const override { return process_ && !fault_ && !left_at_; }
  void halt() override;
  void rest() override;
  void leave() override;
  void end() override;
  /// As `end`, of a bot that sat down and was asked nothing. Returns the fault if its program ended with another exit
  /// code than 0, as one does that cannot make the bot; one that has to be killed is not at fault.
  tl::expected<void, Fault> end_unasked();
  ResourceUsage usage() override;
  std::size_t process_count() const override;
  Exchange last_exchange() const override { return process_ ? process_->last_exchange() : Exchange{}; }
  std::string stderr_tail() override;
  std::string take_output() override;

  /// The process number of the running program; nullopt if none runs.
  std::optional<pid_t> process_id() const;
  /// What went to and from the running, or last, program.
  Traffic traffic() const { return process_ ? process_->traffic() : Traffic{}; }

 private:
  using Clock = ChildProcess::Clock;

  tl::expected<void, Fault> start();
  tl::expected<void, Fault> await_greeting();
  /// Waits for its next bytes. Throws SeatsClosed once it is cancelled.
  Arrival await_part(OwnDeadline& deadline);
  /// Starts the program until its box stands, a few times at most. A box that never stands while others do is the bot's
  /// fault. Throws std::runtime_error if the machine makes no boxes any more.
  tl::expected<void, Fault> start_in_box();
  /// Why the box of the started program does not stand; empty if it does, or if there is none.
  std::string trouble_with_box();
  /// Whether the processes of the bot together have processor time left; looks once a second at most.
  tl::expected<void, Fault> check_processor_time();
  /// The fault with what the program printed in the protocol's place, which in JSON is text anyway.
  Fault with_printed_text(Fault fault) const;
  /// Of a program that wrote nothing in time, or that began its greeting and did not end it.
  Fault missing_greeting(bool begun, UseOfTime use) const;
  struct ReceivedAnswer {
    Answer answer;
    Clock::time_point at;  ///< when its last byte was seen
  };
  /// Counts the threads of the running program.
  std::function<SchedulerCounts()> counts() const;
  /// From now on, with denials counted from the beginning.
  OwnDeadline counted_deadline(std::chrono::milliseconds limit) const;
  /// `slow`: from when on the answer is slow.
  tl::expected<ReceivedAnswer, Fault> await_answer(OwnDeadline& deadline, Clock::time_point slow,
                                                   std::chrono::milliseconds limit);
  /// The fault of a wait that ended before the deadline without bytes.
  Fault fault_of(WaitEnd end) const;
  /// Kills the program, remembers the fault, and returns it.
  tl::unexpected<Fault> fail(Fault fault);
  /// The same of a wrong answer that took so long, but the program lives on while `retry` may follow.
  tl::unexpected<Fault> fail_for_now(Fault fault, std::chrono::nanoseconds time);

  BotSpec spec_;
  TimeLimits limits_;
  BotLauncher launcher_;
  const std::function<bool()> cancelled_;
  std::unique_ptr<ChildProcess> process_;
  protocol::ArenaConversation conversation_;
  std::optional<Fault> fault_;
  Retries retries_;
  Clock::time_point counted_at_;  ///< when its processor time was looked at
  ResourceUsage ended_;           ///< what the former programs used
  std::optional<Clock::time_point> left_at_;
  std::uint64_t taken_output_ = 0;  ///< bytes of the running, or last, program's standard error
};

}  // namespace tichu::arena
