#include "arena/hosting/player/program_player.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <random>
#include <utility>

#include "arena/hosting/player/answer_reading.h"
#include "arena/hosting/player/fault_texts.h"
#include "arena/hosting/player/printed_text.h"
#include "arena/hosting/player/process_usage.h"
#include "arena/hosting/player/program_end.h"
#include "arena/hosting/player/remote_seats.h"

namespace tichu::arena {
namespace {

/// How much of the standard error goes along with a fault, or is kept of a table.
constexpr std::size_t MostOutput = 4096;

FaultKind kind_of(protocol::ViolationKind kind) {
  return kind == protocol::ViolationKind::Oversized ? FaultKind::Oversized : FaultKind::BadMessage;
}

/// When an answer is slow: late enough to cost quick bots nothing, early enough that what others do meanwhile takes no
/// more of a bot's time than it can spare.
std::chrono::nanoseconds slowness(std::chrono::milliseconds limit) {
  return std::min<std::chrono::nanoseconds>(std::chrono::milliseconds(10), std::chrono::nanoseconds(limit) / 10);
}

protocol::ArenaConversation new_conversation(const BotSpec& bot) {
  std::random_device device;
  const std::uint64_t secret = static_cast<std::uint64_t>(device()) << 32 | device() | 1;
  return protocol::ArenaConversation("tichu-arena", protocol::DefaultFrameLimit, secret, coding_of(bot));
}

}  // namespace

ProgramPlayer::ProgramPlayer(const BotSpec& spec, const TimeLimits& limits, const Sandbox* sandbox,
                             std::function<bool()> cancelled)
    : spec_(spec),
      limits_(limits),
      launcher_(spec, sandbox),
      cancelled_(std::move(cancelled)),
      conversation_(new_conversation(spec)) {}

ProgramPlayer::~ProgramPlayer() {
  try {
    end();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): its process ends with it all the same
  }
}

tl::expected<void, Fault> ProgramPlayer::sit_down(const SeatSetup& setup) {
  if (left_at_ || fault_ || !process_) {
    if (auto started = start(); !started) return started;
  }
  if (auto checked = check_processor_time(); !checked) return fail(std::move(checked.error()));
  conversation_.new_bot({setup.seed, setup.rules, setup.options, setup.remarks});
  retries_.allow(coding_of(spec_) == protocol::Coding::Json ? setup.retries : 0);
  return {};
}

tl::expected<void, Fault> ProgramPlayer::start() {
  end();
  fault_.reset();
  left_at_.reset();
  note_slowness();
  if (auto started = start_in_box(); !started) return fail(std::move(started.error()));
  return await_greeting();
}

tl::expected<void, Fault> ProgramPlayer::start_in_box() {
  constexpr int Attempts = 3;
  std::string trouble;
  for (int attempt = 0; attempt < Attempts; ++attempt) {
    process_.reset();
    conversation_ = new_conversation(spec_);
    tl::expected<LaunchedProgram, ExecError> launched = launcher_.start();
    if (!launched) return tl::unexpected(fault_of_execution(spec_, launched.error(), launcher_.sandbox()));
    process_ = std::make_unique<ChildProcess>(std::move(*launched));
    taken_output_ = 0;
    process_->send(conversation_.greet());
    trouble = trouble_with_box();
    if (trouble.empty()) return {};
    process_->kill();
  }
  launcher_.expect_boxes();
  return tl::unexpected(
      fault_of_unmade_box(spec_, launcher_.sandbox(), trouble + " (" + std::to_string(Attempts) + " times)"));
}

std::string ProgramPlayer::trouble_with_box() {
  if (!process_->is_boxed_by(Clock::now() + limits_.start)) {
    return "it was not made within " + std::to_string(limits_.start.count()) + " ms (the limit start_ms)";
  }
  if (!process_->box_has_failed()) return {};
  process_->kill();
  return unmade_box(*process_).value_or("it ended before it stood");
}

tl::expected<void, Fault> ProgramPlayer::check_processor_time() {
  constexpr std::chrono::seconds BetweenLooks{1};
  if (launcher_.limits() == nullptr || Clock::now() < counted_at_ + BetweenLooks) return {};
  counted_at_ = Clock::now();
  return arena::check_processor_time(process_->usage(), *launcher_.limits());
}

Arrival ProgramPlayer::await_part(OwnDeadline& deadline) {
  constexpr std::chrono::milliseconds BetweenLooks{100};
  while (true) {
    const Clock::time_point look = cancelled_ ? Clock::now() + BetweenLooks : Clock::time_point::max();
    const Arrival arrival = process_->wait(std::min(deadline.time(), look));
    if (arrival.end != WaitEnd::Deadline) return arrival;
    if (cancelled_ && cancelled_()) {
      process_->kill();  // nothing was asked of it that it could end in order
      throw SeatsClosed();
    }
    if (look < deadline.time() || deadline.is_postponed(Clock::now())) continue;
    return arrival;
  }
}

tl::expected<void, Fault> ProgramPlayer::await_greeting() {
  OwnDeadline deadline = counted_deadline(limits_.start);
  bool begun = false;
  while (true) {
    const Arrival arrival = await_part(deadline);
    const bool is_late = arrival.end == WaitEnd::Bytes && !deadline.is_met(arrival.at);
    if (arrival.end == WaitEnd::Deadline || is_late) {
      return fail(missing_greeting(begun, deadline.use_of_time(Clock::now())));
    }
    if (arrival.end != WaitEnd::Bytes) {
      Fault fault = fault_of(arrival.end);
      if (arrival.end == WaitEnd::Ended) fault.text += remark_on_missing_greeting(spec_, *process_);
      return fail(std::move(fault));
    }
    if (!std::exchange(begun, true)) {
      deadline = counted_deadline(limits_.handshake);
    }
    const protocol::Received received = conversation_.receive(arrival.bytes);
    if (std::holds_alternative<protocol::BotHello>(received)) return {};
    if (const auto* violation = std::get_if<protocol::Violation>(&received)) {
      return fail(with_printed_text(bad_greeting(violation->text)));
    }
  }
}

Fault ProgramPlayer::missing_greeting(bool begun, UseOfTime use) const {
  return with_printed_text(begun ? greeting_without_end(limits_.handshake) : no_greeting(limits_.start, use));
}

Fault ProgramPlayer::with_printed_text(Fault fault) const {
  return arena::with_printed_text(std::move(fault), process_->last_exchange().received, coding_of(spec_));
}

BotIdentity ProgramPlayer::identity() const {
  const protocol::BotHello& hello = conversation_.bot();
  return said_identity(hello.name, hello.bot_version);
}

void ProgramPlayer::begin_round(const Observation& seen) {
  if (!fault_) conversation_.begin_round({Points(seen.own_score), Points(seen.their_score)});
}

void ProgramPlayer::tell(const SeenEvent& event, const Observation& /*seen*/) {
  if (!fault_) conversation_.tell(event);
}

void ProgramPlayer::end_round(Points own, Points theirs) {
  if (!fault_) conversation_.end_round({own, theirs});
}

tl::expected<TimedAnswer, Fault> ProgramPlayer::ask(Question question, const Observation& seen,
                                                    std::chrono::milliseconds limit) {
  if (fault_) return tl::unexpected(*fault_);
  const std::chrono::milliseconds left = retries_.begin(limit);
  const std::string wrong = retries_.take_wrong();
  const std::string_view request =
      wrong.empty() ? conversation_.ask(question, seen, left) : conversation_.ask_again(seen, left, wrong);
  process_->end_pause();
  const Clock::time_point start = Clock::now();
  process_->send(request);
  OwnDeadline deadline(start, left, counts());
  tl::expected<ReceivedAnswer, Fault> received = await_answer(deadline, start + slowness(left), limit);
  if (!received && conversation_.state() == protocol::ArenaConversation::State::Misread) {
    return fail_for_now(std::move(received.error()), deadline.own_time(Clock::now()));
  }
  if (!received) return fail(std::move(received.error()));
  const auto& [answer, at] = *received;
  tl::expected<Answer, Fault> read = read_answer(question, answer, seen);
  if (!read) return fail_for_now(std::move(read.error()), deadline.own_time(at));
  process_->begin_pause(at);
  retries_.note_answer(deadline.own_time(at));
  return TimedAnswer{*std::move(read), retries_.spent()};
}

bool ProgramPlayer::retry(const Fault& fault) {
  if (!retries_.ask_again(fault)) return false;
  fault_.reset();
  return true;
}

std::function<SchedulerCounts()> ProgramPlayer::counts() const {
  return [process = process_.get()] { return process->scheduler_counts(); };
}

OwnDeadline ProgramPlayer::counted_deadline(std::chrono::milliseconds limit) const {
  const Clock::time_point now = Clock::now();
  OwnDeadline deadline(now, limit, counts());
  deadline.begin_counting(now, now);
  return deadline;
}

tl::expected<ProgramPlayer::ReceivedAnswer, Fault> ProgramPlayer::await_answer(OwnDeadline& deadline,
                                                                               Clock::time_point slow,
                                                                               std::chrono::milliseconds limit) {
  const auto when_slow = [&] {
    note_slowness();
    deadline.begin_counting(slow, Clock::now());
    slow = Clock::time_point::max();
  };
  while (true) {
    const Arrival arrival = process_->wait(deadline.time(), slow, when_slow);
    if (arrival.end == WaitEnd::Deadline && deadline.is_postponed(Clock::now())) continue;
    const bool is_late = arrival.end == WaitEnd::Bytes && !deadline.is_met(arrival.at);
    if (is_late || arrival.end == WaitEnd::Deadline) {
      const KernelWait wait = is_late ? KernelWait::Unknown : kernel_wait(process_->id());
      return tl::unexpected(with_printed_text(late_answer(limit, deadline.use_of_time(Clock::now()), wait)));
    }
    if (arrival.end != WaitEnd::Bytes) return tl::unexpected(fault_of(arrival.end));
    protocol::Received received = conversation_.receive(arrival.bytes);
    if (const auto* violation = std::get_if<protocol::Violation>(&received)) {
      return tl::unexpected(with_printed_text({kind_of(violation->kind), violation->text, {}}));
    }
    if (auto* answer = std::get_if<Answer>(&received)) {
      if (process_->has_unsent()) {
        return tl::unexpected(early_answer());
      }
      return ReceivedAnswer{std::move(*answer), arrival.at};
    }
  }
}

Fault ProgramPlayer::fault_of(WaitEnd end) const {
  switch (end) {
    case WaitEnd::ErrorFlood:
      return error_flood(ChildProcess::ErrorsOfRequest >> 20);
    case WaitEnd::OutputClosed:
      return closed_output();
    case WaitEnd::Ended:
      return fault_of_end(spec_, *process_, launcher_.sandbox());
    case WaitEnd::Bytes:
    case WaitEnd::Deadline:
      break;
  }
  return {FaultKind::BadMessage, "", {}};
}

tl::unexpected<Fault> ProgramPlayer::fail_for_now(Fault fault, std::chrono::nanoseconds time) {
  if (!retries_.has_left()) return fail(std::move(fault));
  retries_.note_answer(time);
  fault.stderr_tail = stderr_tail();
  fault_ = fault;
  return tl::unexpected(std::move(fault));
}

tl::unexpected<Fault> ProgramPlayer::fail(Fault fault) {
  if (process_) {
    process_->kill();
    fault.stderr_tail = stderr_tail();
  }
  fault_ = fault;
  return tl::unexpected(std::move(fault));
}

std::string ProgramPlayer::stderr_tail() {
  if (!process_) return {};
  process_->take_errors();
  return process_->errors().tail(MostOutput);
}

std::string ProgramPlayer::take_output() {
  if (!process_) return {};
  process_->take_errors();
  const std::uint64_t before = std::exchange(taken_output_, process_->errors().size());
  return process_->errors().tail(std::min<std::uint64_t>(taken_output_ - before, MostOutput));
}

void ProgramPlayer::halt() {
  if (is_running()) process_->halt();
}

void ProgramPlayer::rest() {
  if (!is_running()) return;
  process_->begin_rest(Clock::now());
  process_->halt();
}

void ProgramPlayer::leave() {
  if (left_at_ || fault_ || !process_) return;
  left_at_ = Clock::now();
  process_->end_pause();
  process_->usage();  // of its memory nothing is known after its end
  process_->send(conversation_.say_goodbye());
  process_->close_input();
}

void ProgramPlayer::end() {
  leave();
  if (!process_) return;
  if (fault_) process_->kill();  // it lives if it was asked nothing more after a wrong answer
  process_->end(left_at_.value_or(Clock::now()) + limits_.shutdown);
  ended_ += process_->usage();
  process_.reset();
}

tl::expected<void, Fault> ProgramPlayer::end_unasked() {
  leave();
  if (!process_) return {};
  process_->end(left_at_.value_or(Clock::now()) + limits_.shutdown);
  const int status = process_->status();
  if (!WIFEXITED(status) || WEXITSTATUS(status) == 0) return {};
  return fail(fault_of_end(spec_, *process_, launcher_.sandbox(), " when it was made with its options"));
}

ResourceUsage ProgramPlayer::usage() {
  ResourceUsage all = ended_;
  if (process_) all += process_->usage();
  return all;
}

std::size_t ProgramPlayer::process_count() const {
  const std::optional<pid_t> first = process_id();
  return first ? with_descendants(*first).size() : 0;
}

std::optional<pid_t> ProgramPlayer::process_id() const {
  if (!process_ || fault_) return std::nullopt;
  return process_->id();
}

}  // namespace tichu::arena
