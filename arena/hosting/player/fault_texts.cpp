#include "arena/hosting/player/fault_texts.h"

#include "arena/hosting/player/printed_text.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

std::string in_milliseconds(std::chrono::milliseconds time) { return std::to_string(time.count()) + " ms"; }

std::string name_of_round_limit(std::chrono::milliseconds limit, bool remote) {
  return std::string(" (the limit ") + (remote ? "remote_" : "") + "round_ms, " + in_milliseconds(limit) + ")";
}

}  // namespace

Fault no_greeting(std::chrono::milliseconds limit, UseOfTime use) {
  const bool computed = use == UseOfTime::Computed;
  return {FaultKind::Handshake,
          "did not greet within " + in_milliseconds(limit) + " (the limit start_ms)" +
              (computed ? " and computed all the time: greet before what takes long, or raise start_ms" : NothingCame),
          {},
          computed ? FaultCause::Computed : FaultCause::Unknown};
}

Fault greeting_without_end(std::chrono::milliseconds limit) {
  return {FaultKind::Handshake,
          "did not end its greeting within " + in_milliseconds(limit) + " of its first byte (the limit handshake_ms)",
          {}};
}

Fault bad_greeting(const std::string& what) {
  return {FaultKind::Handshake, "did not greet as the protocol asks: " + what, {}};
}

Fault late_answer(std::chrono::milliseconds limit, UseOfTime use, KernelWait wait) {
  Fault fault{FaultKind::Timeout, "gave no answer within " + in_milliseconds(limit), {}};
  if (use == UseOfTime::Computed) {
    fault.text += " and computed all the time";
    fault.cause = FaultCause::Computed;
  } else if (use == UseOfTime::Waited) {
    fault.text += " and used no processor time";
    if (wait == KernelWait::Input) fault.text += ": it waits for more input, its answer was not written or not flushed";
    if (wait == KernelWait::Time) fault.text += ": it sleeps";
    fault.cause = FaultCause::Waited;
  }
  return fault;
}

Fault no_time_left_in_round(std::chrono::milliseconds limit, bool remote) {
  return {FaultKind::Timeout, "used up its time for the round" + name_of_round_limit(limit, remote), {}};
}

std::string of_decision_limit(bool remote) {
  return remote ? " (the limit remote_decision_ms)" : " (the limit decision_ms)";
}

std::string of_round_limit(std::chrono::milliseconds limit, bool remote) {
  return ", which were left of its time for the round" + name_of_round_limit(limit, remote);
}

Fault early_answer() { return {FaultKind::BadMessage, "answered a question before it had read it", {}}; }

Fault error_flood(std::uint64_t mebibytes) {
  return {FaultKind::LimitExceeded,
          "wrote more than " + std::to_string(mebibytes) +
              " MiB to its standard error between two answers (the limit stderr)",
          {}};
}

Fault closed_output() {
  return {FaultKind::ClosedOutput, "closed its standard output or input, but went on running", {}};
}

Fault exception_of_plugin() { return {FaultKind::Crash, "threw an exception across the plug-in interface", {}}; }

Fault failed_decision(std::int32_t status) {
  return {FaultKind::Crash, "failed in a decision with status " + std::to_string(status), {}};
}

Fault no_bot_made(const std::filesystem::path& plugin) {
  return {FaultKind::StartFailed, "the plug-in " + plugin.string() + " could not make a bot", {}};
}

Fault misfit_answer(Question question, const std::string& what) {
  return {FaultKind::BadMessage, "answered for " + std::string(in_words(question)) + " with " + what, {}};
}

Fault no_combination(CardSet cards, Rank phoenix_as) {
  std::string text = "played " + to_text(cards);
  if (phoenix_as != Rank::None) text += " with the Phoenix as " + to_text(phoenix_as);
  return {FaultKind::IllegalAction, text + ", which is no combination (RULES 4.1)", {}};
}

Fault illegal_action(const Action& action, const Legality& verdict) {
  return {FaultKind::IllegalAction,
          "answered \"" + to_text(action) + "\": " + std::string(verdict.reason) + " (RULES " +
              std::string(verdict.clause) + ")",
          {}};
}

std::string open_sentence(FaultKind kind, const std::string& text) {
  switch (kind) {
    case FaultKind::StartFailed:
      return "could not be started";
    case FaultKind::Handshake:
      return "did not greet as the protocol asks";
    case FaultKind::Crash:
      return "ended by itself";
    case FaultKind::Timeout:
      return "gave no answer in time";
    case FaultKind::BadMessage:
    case FaultKind::Oversized:
      return "sent something else than an answer";
    case FaultKind::ClosedOutput:
    case FaultKind::IllegalAction:
    case FaultKind::LimitExceeded:
    case FaultKind::GivenUp:
      return text;
  }
  return {};
}

}  // namespace tichu::arena
