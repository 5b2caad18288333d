#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "arena/hosting/check/arena_bytes.h"
#include "arena/hosting/check/checks.h"
#include "arena/hosting/check/raw_program.h"
#include "arena/hosting/player/program_player.h"

namespace tichu::arena {
namespace {

/// A failed check with the program's last words.
CheckResult failure(const std::string& check, const RawProgram& program, std::string found, std::string advice) {
  CheckResult result = check_result(check, CheckVerdict::Failed, std::move(found), std::move(advice));
  result.stderr_tail = program.stderr_tail();
  return result;
}

/// Starts the bot, which started before. nullopt, and a failed result, if it cannot be started again.
std::optional<RawProgram> start(const CheckSession& session, const std::string& check,
                                std::optional<CheckResult>& failed) {
  tl::expected<RawProgram, Fault> started = RawProgram::start(session.plan);
  if (!started) {
    failed = check_result(check, CheckVerdict::Failed, started.error().text, "the program could be started before");
    return std::nullopt;
  }
  return std::move(*started);
}

/// Sends a greeting and waits for the program's.
bool greets(const CheckSession& session, RawProgram& program, std::string_view greeting) {
  protocol::ArenaConversation conversation = plain_conversation(session.plan);
  conversation.greet();
  program.send(greeting);
  const auto heard = program.listen(conversation, RawProgram::Clock::now() + session.plan.limits.start);
  const auto* received = std::get_if<protocol::Received>(&heard);
  return received != nullptr && std::holds_alternative<protocol::BotHello>(*received);
}

std::string own_greeting(const CheckSession& session) {
  return greeting(coding_of(session.plan.bot), protocol::ProtocolVersion, protocol::ProtocolVersion);
}

/// One thing that the check of versions does; a result if it fails.
std::optional<CheckResult> expect_greeting(const CheckSession& session, std::string_view bytes, const std::string& of,
                                           const std::string& advice) {
  std::optional<CheckResult> failed;
  std::optional<RawProgram> program = start(session, "versions", failed);
  if (!program || greets(session, *program, bytes)) return failed;
  return failure("versions", *program, "does not greet with version 1 an arena " + of, advice);
}

std::optional<CheckResult> expect_refusal(const CheckSession& session) {
  constexpr std::uint32_t FarVersion = 1000;
  std::optional<CheckResult> failed;
  std::optional<RawProgram> program = start(session, "versions", failed);
  if (!program) return failed;
  const char* advice = "where the arena offers no version that the bot speaks, write a line to standard error and exit";
  if (greets(session, *program, greeting(coding_of(session.plan.bot), FarVersion, FarVersion + 1))) {
    return failure("versions", *program, "greets an arena that does not offer its version", advice);
  }
  if (program->wait_for_end(session.plan.limits.shutdown)) return std::nullopt;
  return failure("versions", *program, "neither ends nor speaks when the arena does not offer its version", advice);
}

/// How a program is asked to end.
struct Farewell {
  std::string name;
  bool greets = true;
  std::function<void(RawProgram&)> say;
};

std::optional<CheckResult> expect_end(const CheckSession& session, const Farewell& way, std::string& times) {
  std::optional<CheckResult> failed;
  std::optional<RawProgram> program = start(session, "shutdown", failed);
  if (!program) return failed;
  if (way.greets && !greets(session, *program, own_greeting(session))) {
    return failure("shutdown", *program, "did not greet this time", "see the check start");
  }
  way.say(*program);
  const std::chrono::milliseconds limit = way.greets ? session.plan.limits.shutdown : session.plan.limits.start;
  const auto end = program->wait_for_end(limit);
  const char* advice = "end with exit code 0 after a goodbye and at the end of the input, and leave nothing running";
  if (!end) {
    return failure("shutdown", *program, fmt::format("goes on running {} after {}", short_time_text(limit), way.name),
                   advice);
  }
  if (end->exit_code != 0)
    return failure("shutdown", *program, fmt::format("{} after {}", end->text, way.name), advice);
  times += fmt::format("{}{} after {}", times.empty() ? "" : ", ", short_time_text(end->after), way.name);
  return std::nullopt;
}

/// What a program does with garbage.
struct GarbageEnd {
  std::optional<CheckResult> failed;
  std::optional<std::string> signal;  ///< it was ended by one
};

GarbageEnd survive(const CheckSession& session, const Garbage& garbage) {
  GarbageEnd outcome;
  std::optional<RawProgram> program = start(session, "garbage", outcome.failed);
  if (!program) return outcome;
  if (garbage.greets_first && !greets(session, *program, own_greeting(session))) {
    outcome.failed = failure("garbage", *program, "did not greet this time", "see the check start");
    return outcome;
  }
  program->send(garbage.bytes);
  program->end_input();
  const std::chrono::milliseconds limit =
      garbage.greets_first ? session.plan.limits.shutdown : session.plan.limits.start;
  const auto end = program->wait_for_end(limit);
  if (!end) {
    outcome.failed = failure(
        "garbage", *program,
        fmt::format("goes on running {} after {} and the end of its input", short_time_text(limit), garbage.name),
        "end at the end of the input, whatever came before; a read that returns 0 bytes is the end");
  } else if (!end->exit_code) {
    outcome.signal = fmt::format("{} after {}", end->text, garbage.name);
  }
  return outcome;
}

}  // namespace

CheckResult check_versions(const CheckSession& session) {
  constexpr std::uint32_t LaterVersion = 9;
  const protocol::Coding coding = coding_of(session.plan.bot);
  if (auto failed = expect_greeting(session, greeting(coding, protocol::ProtocolVersion, LaterVersion),
                                    "that also speaks later versions",
                                    "greet with your version if it lies in the range that the arena offers")) {
    return *failed;
  }
  if (auto failed = expect_greeting(session, greeting_with_unknown_member(coding), "whose message has a member more",
                                    "ignore members that you do not know: later arenas may add some")) {
    return *failed;
  }
  if (auto failed = expect_refusal(session)) return *failed;
  return check_result("versions", CheckVerdict::Passed,
                      "greets later arenas, ignores what it does not know, refuses an arena without its version");
}

CheckResult check_shutdown(const CheckSession& session) {
  const Farewell ways[] = {
      {"a goodbye", true,
       [&](RawProgram& program) { program.send(new_bot_and_farewell(coding_of(session.plan.bot))); }},
      {"the end of its input", true, [](RawProgram& program) { program.end_input(); }},
      {"the end of its input before a greeting", false, [](RawProgram& program) { program.end_input(); }},
  };
  std::string times;
  for (const Farewell& way : ways) {
    if (auto failed = expect_end(session, way, times)) return *failed;
  }
  return check_result("shutdown", CheckVerdict::Passed, "ends by itself: " + times);
}

CheckResult check_garbage(const CheckSession& session) {
  const std::vector<Garbage> kinds = all_garbage(coding_of(session.plan.bot), session.plan.seed);
  std::optional<std::string> signal;
  for (const Garbage& garbage : kinds) {
    GarbageEnd outcome = survive(session, garbage);
    if (outcome.failed) return *outcome.failed;
    if (outcome.signal && !signal) signal = std::move(outcome.signal);
  }
  if (signal) {
    return check_result(
        "garbage", CheckVerdict::Advised, *signal,
        "no arena sends this, but check lengths and values before using them: a crash may hide a worse one");
  }
  return check_result("garbage", CheckVerdict::Passed, fmt::format("ends after each of {} kinds of it", kinds.size()));
}

}  // namespace tichu::arena
