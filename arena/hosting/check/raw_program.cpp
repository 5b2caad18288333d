#include "arena/hosting/check/raw_program.h"

#include <sys/wait.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "arena/hosting/player/bot_launcher.h"
#include "arena/hosting/player/fault_texts.h"
#include "arena/hosting/player/program_end.h"
#include "arena/hosting/player/program_player.h"
#include "arena/hosting/player/time_limits.h"

namespace tichu::arena {
namespace {

constexpr std::size_t StderrTail = 4096;

}  // namespace

protocol::ArenaConversation plain_conversation(const CheckPlan& plan) {
  return protocol::ArenaConversation("tichu-arena", protocol::DefaultFrameLimit, 0, coding_of(plan.bot));
}

tl::expected<RawProgram, Fault> RawProgram::start(const CheckPlan& plan) {
  BotLauncher launcher(plan.bot, plan.sandbox);
  tl::expected<LaunchedProgram, ExecError> launched = launcher.start();
  if (!launched) return tl::unexpected(fault_of_execution(plan.bot, launched.error(), launcher.sandbox()));
  return RawProgram(plan, std::move(*launched));
}

RawProgram::~RawProgram() {
  try {
    if (process_ && !ended_) process_->end(Clock::now() + plan_->limits.shutdown);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the process ends with it all the same
  }
}

std::variant<protocol::Received, WaitEnd> RawProgram::listen(protocol::ArenaConversation& conversation,
                                                             Clock::time_point deadline) {
  bool begun = false;
  while (!ended_) {
    const Arrival arrival = process_->wait(deadline);
    ended_ = arrival.end == WaitEnd::Ended;
    if (arrival.end != WaitEnd::Bytes) return arrival.end;
    if (!is_in_time(arrival.at, deadline)) return WaitEnd::Deadline;
    if (!std::exchange(begun, true)) deadline = std::min(deadline, arrival.at + plan_->limits.handshake);
    protocol::Received received = conversation.receive(arrival.bytes);
    if (!std::holds_alternative<protocol::Incomplete>(received)) return received;
  }
  return WaitEnd::Ended;
}

std::optional<ProgramEnd> RawProgram::wait_for_end(std::chrono::milliseconds limit) {
  const Clock::time_point begin = Clock::now();
  while (!ended_) {
    const Arrival arrival = process_->wait(begin + limit);
    ended_ = arrival.end == WaitEnd::Ended;
    if (arrival.end == WaitEnd::Deadline || Clock::now() >= begin + limit) break;
  }
  if (!ended_) return std::nullopt;
  ProgramEnd end{process_->ending(), std::nullopt, Clock::now() - begin};
  if (WIFEXITED(process_->status())) end.exit_code = WEXITSTATUS(process_->status());
  return end;
}

Fault RawProgram::fault_of_end(std::string_view when) const {
  return arena::fault_of_end(plan_->bot, *process_, BotLauncher(plan_->bot, plan_->sandbox).sandbox(), when);
}

Fault RawProgram::fault_of_end_before_greeting() const {
  Fault fault = fault_of_end(" before it greeted");
  fault.text += remark_on_missing_greeting(plan_->bot, *process_);
  return fault;
}

Fault RawProgram::fault_of_silence() const {
  const bool computed = process_->usage().processor >= plan_->limits.start / 2;
  return no_greeting(plan_->limits.start, computed ? UseOfTime::Computed : UseOfTime::Unknown);
}

std::string RawProgram::stderr_tail() const { return process_->errors().tail(StderrTail); }

}  // namespace tichu::arena
