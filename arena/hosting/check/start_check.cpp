#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "arena/hosting/check/checks.h"
#include "arena/hosting/check/raw_program.h"
#include "arena/hosting/player/fault_texts.h"
#include "arena/hosting/player/make_player.h"
#include "arena/hosting/player/plugin_library.h"
#include "arena/hosting/player/printed_text.h"
#include "arena/hosting/player/program_player.h"
#include "arena/text/sanitized_line.h"

namespace tichu::arena {
namespace {

constexpr const char* ExecutionAdvice =
    "the file must be executable, and the interpreter that its first line names must be there";

constexpr const char* GreetingAdvice =
    "a program answers the arena's greeting with its own, a frame with a hello, before anything else, and prints "
    "nothing else to its standard output (protocol/PROTOCOL.md)";

constexpr const char* JsonGreetingAdvice =
    "a program answers the arena's greeting with a line such as {\"hello\": {\"name\": \"mine\"}} before anything "
    "else, "
    "flushes it, and prints nothing else to its standard output (protocol/JSON.md)";

constexpr const char* LoadingAdvice =
    "sdk/PLUGIN_ABI.md says what a plug-in exports; ldd shows libraries that it lacks, and one of another interface "
    "has to be built again";

const char* greeting_advice(BotKind kind) {
  switch (kind) {
    case BotKind::Plugin:
      return LoadingAdvice;
    case BotKind::Program:
      return GreetingAdvice;
    case BotKind::Json:
      return JsonGreetingAdvice;
    case BotKind::Remote:  // is not checked
    case BotKind::Person:  // is no bot
      break;
  }
  return "";
}

constexpr const char* CreationAdvice = "`create` has to return a bot, whatever the options";

/// Why there is no greeting.
Fault missing_greeting(RawProgram& program, const std::variant<protocol::Received, WaitEnd>& heard,
                       const CheckPlan& plan) {
  const auto fault = [&](const std::string& text) {
    return with_printed_text({FaultKind::Handshake, text, {}}, program.received(), coding_of(plan.bot));
  };
  if (const auto* received = std::get_if<protocol::Received>(&heard)) {
    const auto* violation = std::get_if<protocol::Violation>(received);
    return with_printed_text(bad_greeting(violation != nullptr ? violation->text : "it answered first"),
                             program.received(), coding_of(plan.bot));
  }
  switch (std::get<WaitEnd>(heard)) {
    case WaitEnd::Ended:
      return program.fault_of_end_before_greeting();
    case WaitEnd::OutputClosed:
      return fault("closed its standard output or input before it greeted, but went on running");
    case WaitEnd::ErrorFlood:
      return fault("wrote nothing but standard error");
    case WaitEnd::Bytes:
    case WaitEnd::Deadline:
      break;
  }
  if (program.received().empty()) return program.fault_of_silence();
  return fault("did not end its greeting within " + short_time_text(plan.limits.handshake) + " of its first byte");
}

CheckResult failure(const CheckSession& session, const RawProgram& program, Fault fault, std::string advice) {
  fault.stderr_tail = program.stderr_tail();
  if (std::string own = advice_on(fault, session.plan); !own.empty()) advice = std::move(own);
  CheckResult result = check_result("start", CheckVerdict::Failed, fault.text, std::move(advice));
  result.stderr_tail = std::move(fault.stderr_tail);
  return result;
}

/// The result for a bot that could not be executed.
CheckResult failure(const CheckSession& session, const Fault& fault) {
  const std::string own = advice_on(fault, session.plan);
  return check_result("start", CheckVerdict::Failed, fault.text, own.empty() ? ExecutionAdvice : own);
}

/// Asks the program around a plug-in for a bot, and for its end; a result if it cannot make one.
std::optional<CheckResult> ask_for_a_bot(const CheckSession& session, RawProgram& program,
                                         protocol::ArenaConversation& conversation) {
  conversation.new_bot({session.plan.seed, {}, session.plan.bot.options});
  program.send(conversation.say_goodbye());
  const auto end = program.wait_for_end(session.plan.limits.start);
  if (end && end->exit_code == 0) return std::nullopt;
  constexpr const char* When = " when it was asked for a bot";
  if (end) return failure(session, program, program.fault_of_end(When), CreationAdvice);
  return failure(session, program, {FaultKind::Timeout, std::string("does not come back") + When, {}}, CreationAdvice);
}

/// A bot in a process of its own.
CheckResult check_process(const CheckSession& session, CheckReport& report) {
  const bool is_plugin = session.plan.bot.kind == BotKind::Plugin;
  const auto begin = RawProgram::Clock::now();
  tl::expected<RawProgram, Fault> started = RawProgram::start(session.plan);
  if (!started) return failure(session, started.error());
  RawProgram& program = *started;
  protocol::ArenaConversation conversation = plain_conversation(session.plan);
  program.send(conversation.greet());
  const std::chrono::milliseconds limit = session.plan.limits.start;
  const auto heard = program.listen(conversation, begin + limit);
  const auto* received = std::get_if<protocol::Received>(&heard);
  if (received == nullptr || !std::holds_alternative<protocol::BotHello>(*received)) {
    const Fault fault = missing_greeting(program, heard, session.plan);
    if (fault.kind == FaultKind::StartFailed && !is_plugin) return failure(session, fault);
    return failure(session, program, fault, greeting_advice(session.plan.bot.kind));
  }
  const std::string after = short_time_text(RawProgram::Clock::now() - begin);
  const auto& hello = std::get<protocol::BotHello>(*received);
  report.name = sanitized_line(hello.name);
  report.version = sanitized_line(hello.bot_version);
  if (is_plugin) {
    if (auto failed = ask_for_a_bot(session, program, conversation)) return *failed;
  }
  return check_result("start", CheckVerdict::Passed,
                      fmt::format("{} as \"{}\" {} after {}{}", is_plugin ? "loads" : "greets", report.name,
                                  report.version, after, is_plugin ? " and makes a bot" : ""));
}

/// A plug-in in the arena's process.
CheckResult check_library(const CheckSession& session, CheckReport& report) {
  const CheckPlan& plan = session.plan;
  const auto loaded = PluginLibrary::load(plan.bot.path);
  if (!loaded) return check_result("start", CheckVerdict::Failed, loaded.error(), LoadingAdvice);
  const tichu_bot_table& table = loaded->table();
  report.name = table.name == nullptr ? "" : sanitized_line(table.name);
  report.version = table.version == nullptr ? "" : sanitized_line(table.version);
  if (report.name.empty()) {
    return check_result("start", CheckVerdict::Failed, "has no name in its table", "set `name` in tichu_bot_table");
  }
  if (const auto probed = probe(plan.bot, plan.limits); !probed) {
    return check_result("start", CheckVerdict::Failed, probed.error().text, CreationAdvice);
  }
  return check_result("start", CheckVerdict::Passed,
                      fmt::format("loads as \"{}\" {} and makes a bot", report.name, report.version));
}

}  // namespace

CheckResult check_start(const CheckSession& session, CheckReport& report) {
  return has_process(session.plan.bot) ? check_process(session, report) : check_library(session, report);
}

}  // namespace tichu::arena
