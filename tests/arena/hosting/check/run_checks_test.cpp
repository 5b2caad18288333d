#include "arena/hosting/check/run_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "arena/hosting/check/check_session.h"
#include "arena/hosting/check/checks_apart.h"
#include "tests/arena/bundled_bot.h"
#include "tests/arena/temporary_folder.h"
#include "tests/bots/tagged_processes.h"

namespace tichu::arena {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

CheckReport run(const CheckPlan& plan) {
  return run_checks(plan, std::chrono::steady_clock::now, [](const CheckReport&, const CheckResult&) {});
}

CheckPlan plan_for(BotSpec bot) {
  CheckPlan plan;
  plan.bot = std::move(bot);
  plan.rounds = 60;
  // How busy the machine is, is not to decide what is played, nor whether an honest bot is late with anything.
  plan.timeout = std::chrono::minutes(10);
  plan.limits.start = plan.limits.handshake = plan.limits.decision = plan.limits.shutdown = std::chrono::minutes(1);
  return plan;
}

BotSpec program(const std::string& file, std::vector<std::string> arguments = {}) {
  BotSpec spec;
  spec.name = "checked";
  spec.kind = BotKind::Program;
  spec.trusted = true;
  spec.path = file;
  spec.arguments = std::move(arguments);
  return spec;
}

BotSpec plugin(const std::string& file) {
  BotSpec spec;
  spec.name = "checked";
  spec.kind = BotKind::Plugin;
  spec.trusted = true;
  spec.path = file;
  return spec;
}

BotSpec careless(const std::string& conduct) { return program(TICHU_TEST_BOTS "/careless_bot", {conduct}); }

TEST(RunChecks, AskForTheLeastAnswersThoughTheTimeoutIsOverAtOnce) {
  CheckPlan plan = plan_for(tests::bundled_bot("greedy", BotKind::Program));
  plan.timeout = std::chrono::seconds(0);
  int answers = 0;
  plan.on_answer = [&answers](std::chrono::nanoseconds) { ++answers; };
  run(plan);
  EXPECT_NEAR(answers, LeastAnswers, LeastAnswers / 10);
}

/// The names of the checks that failed, parts of a check by the check's name.
std::set<std::string> failed(const CheckReport& report) {
  std::set<std::string> names;
  for (const CheckResult& result : report.results) {
    if (result.verdict == CheckVerdict::Failed) names.insert(result.name.substr(0, result.name.find('.')));
  }
  return names;
}

const CheckResult& result_of(const CheckReport& report, const std::string& name) {
  const auto found = std::find_if(report.results.begin(), report.results.end(),
                                  [&](const CheckResult& result) { return result.name == name; });
  if (found == report.results.end()) throw std::out_of_range("no result " + name);
  return *found;
}

class BundledBot : public testing::TestWithParam<const char*> {};

TEST_P(BundledBot, PassesWithoutAdvice) {
  const std::string file = std::string(TICHU_BUNDLED_BOTS "/") + GetParam();
  const CheckReport report = run(plan_for(file.ends_with(".so") ? plugin(file) : program(file)));
  EXPECT_THAT(failed(report), IsEmpty());
  EXPECT_EQ(report.count(CheckVerdict::Advised), 0);
  EXPECT_EQ(report.name + (file.ends_with(".so") ? ".so" : ""), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Each, BundledBot,
                         testing::Values("greedy", "greedy.so", "lowest", "lowest.so", "pico", "plain", "plain.so",
                                         "random", "random.so", "steady.so"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(RemarksOfABot, ThatAreNotKeptWholeGiveAdviceAlone) {
  const CheckReport report = run(plan_for(careless("babbles")));
  EXPECT_THAT(failed(report), IsEmpty());
  const CheckResult& messages = result_of(report, "messages");
  EXPECT_EQ(messages.verdict, CheckVerdict::Advised);
  EXPECT_THAT(messages.found, HasSubstr("remarks"));
  EXPECT_THAT(messages.advice, HasSubstr("not all is kept: a note of more than 1024 bytes"));
  ASSERT_TRUE(messages.place);
  EXPECT_EQ(messages.place->decision, 1);
}

/// How a bot misbehaves, and the one check that has to find it.
struct Misconduct {
  const char* words;
  const char* check;
  friend std::ostream& operator<<(std::ostream& out, const Misconduct& misconduct) { return out << misconduct.words; }
};

class ScriptedProgram : public testing::TestWithParam<Misconduct> {};

std::vector<std::string> split(const std::string& words) {
  const std::size_t blank = words.find(' ');
  if (blank == std::string::npos) return {words};
  return {words.substr(0, blank), words.substr(blank + 1)};
}

TEST_P(ScriptedProgram, FailsTheRightCheckAlone) {
  const std::string tag = tests::new_tag();
  CheckPlan plan = plan_for(tests::scripted_program(tag, split(GetParam().words)));
  if (GetParam().words == std::string("--no-hello")) {
    plan.limits.start = plan.limits.handshake = plan.limits.shutdown = std::chrono::seconds(2);
  }
  plan.limits.decision = std::chrono::seconds(GetParam().check == std::string("deadlines") ? 3 : 60);
  const CheckReport report = run(plan);
  EXPECT_EQ(failed(report), std::set<std::string>{GetParam().check});
  for (const CheckResult& result : report.results) {
    if (result.verdict != CheckVerdict::Failed) continue;
    EXPECT_FALSE(result.found.empty());
    EXPECT_FALSE(result.advice.empty());
    EXPECT_EQ(result.place.has_value(), result.name != "start") << result.name;
  }
  EXPECT_TRUE(tests::all_gone(tag));
  // Whoever is late is late after garbage, too, which is no fault of its own.
  if (GetParam().check == std::string("deadlines")) {
    EXPECT_EQ(result_of(report, "garbage").verdict, CheckVerdict::Skipped);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, ScriptedProgram,
    testing::Values(Misconduct{"--no-hello", "start"}, Misconduct{"--bad-hello", "start"},
                    Misconduct{"--version 2", "start"}, Misconduct{"--exit-at-start", "start"},
                    Misconduct{"--crash-at-start", "start"}, Misconduct{"--close-at-start", "start"},
                    Misconduct{"--crash-at 20", "alive"}, Misconduct{"--exit-at 20", "alive"},
                    Misconduct{"--close-stdout-at 20", "alive"}, Misconduct{"--garbage-at 20", "messages"},
                    Misconduct{"--oversized-at 20", "messages"}, Misconduct{"--wrong-id-at 20", "messages"},
                    Misconduct{"--twice-at 20", "messages"}, Misconduct{"--illegal-at 20", "legality"},
                    Misconduct{"--hang-at 20", "deadlines"}, Misconduct{"--half-frame-at 20", "deadlines"},
                    Misconduct{"--late-at 20", "deadlines"}),
    [](const auto& tested) {
      std::string name = tested.param.words;
      std::replace_if(
          name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
      return name.substr(2);
    });

class CarelessProgram : public testing::TestWithParam<Misconduct> {};

TEST_P(CarelessProgram, FailsTheRightCheckAlone) {
  CheckPlan plan = plan_for(careless(GetParam().words));
  // Each of its processes is waited for.
  if (GetParam().words == std::string("lingers")) plan.limits.shutdown = std::chrono::milliseconds(100);
  if (GetParam().words == std::string("hangs-on-nonsense")) plan.limits.shutdown = std::chrono::seconds(10);
  // Its processes keep each other waiting, with each answer for some slices of time where the kernel shares the
  // processor evenly among sessions.
  if (GetParam().words == std::string("burns")) plan.timeout = std::chrono::seconds(2);
  EXPECT_EQ(failed(run(plan)), std::set<std::string>{GetParam().check});
}

INSTANTIATE_TEST_SUITE_P(Each, CarelessProgram,
                         testing::Values(Misconduct{"any-version", "versions"}, Misconduct{"unseeded", "same-seed"},
                                         Misconduct{"lingers", "shutdown"}, Misconduct{"exits-with-7", "shutdown"},
                                         Misconduct{"hangs-on-nonsense", "garbage"}, Misconduct{"leaks", "memory"},
                                         Misconduct{"burns", "idle"}),
                         [](const auto& tested) {
                           std::string name = tested.param.words;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(CarelessProgram, ThatBreaksNoRulePasses) { EXPECT_THAT(failed(run(plan_for(careless("nothing")))), IsEmpty()); }

TEST(CarelessProgram, ThatDoesNotStartAfterItWasKilledFailsTheRestart) {
  const TemporaryFolder folder;
  const CheckReport report = run(plan_for(program(TICHU_TEST_BOTS "/careless_bot", {"locks", folder.path()})));
  EXPECT_EQ(failed(report), std::set<std::string>{"restart"});
  EXPECT_THAT(result_of(report, "restart").stderr_tail, HasSubstr("has left its lock"));
}

TEST(CarelessProgram, ThatDiesOfGarbageIsGivenAdvice) {
  const CheckReport report = run(plan_for(careless("aborts-on-nonsense")));
  EXPECT_THAT(failed(report), IsEmpty());
  EXPECT_EQ(result_of(report, "garbage").verdict, CheckVerdict::Advised);
  EXPECT_THAT(result_of(report, "garbage").found, HasSubstr("SIGABRT"));
}

class ScriptedPlugin : public testing::TestWithParam<Misconduct> {};

TEST_P(ScriptedPlugin, FailsTheRightCheckAlone) {
  CheckPlan plan = plan_for(tests::scripted_plugin(GetParam().words));
  if (GetParam().words == std::string("late")) plan.limits.decision = std::chrono::milliseconds(50);
  EXPECT_EQ(failed(run(plan)), std::set<std::string>{GetParam().check});
}

INSTANTIATE_TEST_SUITE_P(Each, ScriptedPlugin,
                         testing::Values(Misconduct{"no_bot", "start"}, Misconduct{"throw_in_create", "start"},
                                         Misconduct{"throw", "alive"}, Misconduct{"throw_in_observe", "alive"},
                                         Misconduct{"status", "alive"}, Misconduct{"late", "deadlines"},
                                         Misconduct{"bad_call", "messages"}, Misconduct{"bad_push_card", "messages"},
                                         Misconduct{"same_push_card", "messages"}, Misconduct{"bad_cards", "messages"},
                                         Misconduct{"bad_wish", "messages"}, Misconduct{"bad_phoenix", "messages"},
                                         Misconduct{"bad_side", "messages"}, Misconduct{"no_combination", "legality"}),
                         [](const auto& tested) { return std::string(tested.param.words); });

/// A bot that is not trusted: a plug-in in the program around it, in this case without a sandbox.
BotSpec hosted(BotSpec spec) {
  spec.trusted = false;
  return spec;
}

TEST(HostedPlugin, PassesWithoutAdvice) {
  const CheckReport report = run(plan_for(hosted(plugin(TICHU_BUNDLED_BOTS "/plain.so"))));
  EXPECT_THAT(failed(report), IsEmpty());
  EXPECT_EQ(report.name, "plain");
  EXPECT_EQ(result_of(report, "shutdown").verdict, CheckVerdict::Passed);
  EXPECT_EQ(result_of(report, "garbage").verdict, CheckVerdict::Skipped);
}

TEST(HostedPlugin, FailsTheRightCheckAlone) {
  for (const Misconduct& misconduct :
       {Misconduct{"no_bot", "start"}, Misconduct{"throw_in_create", "start"}, Misconduct{"throw", "alive"},
        Misconduct{"status", "alive"}, Misconduct{"no_combination", "legality"}}) {
    const CheckReport report = run(plan_for(hosted(tests::scripted_plugin(misconduct.words))));
    EXPECT_EQ(failed(report), std::set<std::string>{misconduct.check}) << misconduct.words;
  }
}

TEST(RunChecks, APluginOfAnotherInterfaceDoesNotStart) {
  for (const char* file : {"wrong_abi.so", "wrong_size.so", "no_entry.so", "missing_symbol.so", "missing_library.so"}) {
    const BotSpec bot = plugin(std::string(TICHU_TEST_BOTS "/") + file);
    for (const BotSpec& spec : {bot, hosted(bot)}) {
      const CheckReport report = run(plan_for(spec));
      EXPECT_EQ(failed(report), std::set<std::string>{"start"}) << file;
      EXPECT_THAT(report.results.front().found, testing::StartsWith("cannot load " TICHU_TEST_BOTS "/")) << file;
      EXPECT_EQ(report.count(CheckVerdict::Skipped), static_cast<int>(all_checks().size()) - 1) << file;
    }
  }
}

TEST(RunChecks, ATrustedPluginThatCrashesFailsWithItsPlaceAndEndsNothing) {
  const CheckPlan plan = plan_for(tests::scripted_plugin("crash"));
  const CheckReport report = run(plan);
  EXPECT_EQ(failed(report), std::set<std::string>{"alive"});
  const CheckResult& crashed = result_of(report, "alive");
  EXPECT_EQ(crashed.found, "was ended by signal 11 (SIGSEGV)");
  ASSERT_TRUE(crashed.place);
  EXPECT_EQ(crashed.place->table, 0u);
  EXPECT_EQ(crashed.place->question, "the push");
  EXPECT_THAT(crashed.place->what_it_knew, HasSubstr("hand "));
  EXPECT_EQ(result_of(report, "deadlines").verdict, CheckVerdict::Skipped);
  EXPECT_EQ(result_of(report, "memory").verdict, CheckVerdict::Skipped);
  EXPECT_EQ(report.name, "scripted");
  const ReplayedTable again = replay_table_apart(plan, crashed.place->table);
  EXPECT_TRUE(again.has_fault);
  EXPECT_THAT(again.text, HasSubstr("fault: crash: was ended by signal 11 (SIGSEGV)"));
  EXPECT_THAT(again.text, HasSubstr("the push"));
}

TEST(RunChecks, ATrustedPluginThatCrashesAsItIsLoadedDoesNotStart) {
  const CheckReport report = run(plan_for(plugin(TICHU_TEST_BOTS "/crash_at_load.so")));
  EXPECT_EQ(failed(report), std::set<std::string>{"start"});
  EXPECT_THAT(report.results.front().found, HasSubstr("SIGSEGV) while it was loaded"));
}

TEST(RunChecks, ATrustedPluginIsSeenAtATableAgain) {
  const ReplayedTable played = replay_table_apart(plan_for(tests::scripted_plugin()), 3);
  EXPECT_FALSE(played.has_fault);
  EXPECT_THAT(played.text, HasSubstr("  round 1  seat "));
}

TEST(RunChecks, TextOnStandardOutputHasItsCauseAndItsAdvice) {
  BotSpec bot = program(TICHU_TEST_BOTS "/scripted_bot", {"--print-at", "3"});
  CheckPlan plan = plan_for(bot);
  plan.limits.decision = std::chrono::seconds(3);
  plan.only = {"deadlines"};
  const CheckReport report = run(plan);
  const CheckResult& late = result_of(report, "deadlines");
  EXPECT_EQ(late.verdict, CheckVerdict::Failed);
  EXPECT_THAT(late.found, HasSubstr("\"my turn\\n\""));
  EXPECT_THAT(late.advice, HasSubstr("print to standard error"));
  bot.arguments = {"--print-at-start"};
  CheckPlan at_start = plan_for(bot);
  at_start.limits.handshake = std::chrono::milliseconds(300);
  const CheckReport not_started = run(at_start);
  EXPECT_THAT(not_started.results.front().found, HasSubstr("\"ready\\n\""));
  EXPECT_THAT(not_started.results.front().found, HasSubstr("so it did not end its greeting within 300 ms"));
}

TEST(RunChecks, AdviceFitsTheLanguage) {
  const auto advice_with = [](const std::string& last_words) {
    return advice_on({FaultKind::Crash, "ended with exit code 1", last_words}, CheckPlan{});
  };
  EXPECT_THAT(advice_with("Traceback (most recent call last):\n  File \"bot.py\", line 3\nKeyError: 3\n"),
              HasSubstr("the bot's own error"));
  EXPECT_THAT(advice_with("bot.js:3\nTypeError: x is undefined\n    at play (bot.js:3:9)\n"),
              HasSubstr("the bot's own error"));
  EXPECT_THAT(advice_with("mine: giving up\n"), IsEmpty());
}

TEST(RunChecks, AdviceNamesTheLimitsOfWhereTheBotPlays) {
  const Fault memory{FaultKind::LimitExceeded, "used more memory than its limit", {}, FaultCause::MemoryLimit};
  const Fault hidden{FaultKind::Crash, "ended with exit code 1", {}, FaultCause::HiddenBySandbox};
  CheckPlan plan;
  EXPECT_THAT(advice_on(memory, plan), HasSubstr("memory_mb in [sandbox] of the tournament file"));
  EXPECT_THAT(advice_on(hidden, plan), HasSubstr("trusted:"));
  plan.judge = CheckJudge::Ladder;
  EXPECT_THAT(advice_on(memory, plan), HasSubstr("sandbox.memory_mb of the ladder"));
  for (const Fault& fault : {memory, hidden}) {
    EXPECT_THAT(advice_on(fault, plan), Not(HasSubstr("tournament file")));
    EXPECT_THAT(advice_on(fault, plan), Not(HasSubstr("trusted:")));
  }
}

TEST(RunChecks, ABotInASandboxPassesAsOutsideOfIt) {
  auto found = Sandbox::find({}, {});
  if (!found) GTEST_SKIP() << found.error();
  CheckPlan plan = plan_for(hosted(careless("nothing")));
  plan.limits.shutdown = std::chrono::seconds(10);
  plan.sandbox = found->get();
  EXPECT_THAT(failed(run(plan)), IsEmpty());
  plan.bot = hosted(careless("leaks"));
  plan.only = {"memory"};
  EXPECT_EQ(failed(run(plan)), std::set<std::string>{"memory"});
}

TEST(RunChecks, AnIllegalAnswerIsNamedWithItsClauseAndCanBeSeenAgain) {
  CheckPlan plan = plan_for(tests::scripted_plugin("no_combination"));
  plan.seed = 9;
  const CheckReport report = run(plan);
  const CheckResult& result = result_of(report, "legality.standard");
  EXPECT_THAT(result.found, HasSubstr("played 2j 5j, which is no combination (RULES 4.1)"));
  ASSERT_TRUE(result.place);
  EXPECT_EQ(result.place->question, "its turn");
  EXPECT_THAT(result.place->what_it_knew, HasSubstr("hand "));
  const TrialOutcome again = replay_table(plan, result.place->table);
  ASSERT_TRUE(again.fault);
  EXPECT_EQ(again.fault->place.decision, result.place->decision);
  EXPECT_EQ(again.fault->place.seat, result.place->seat);
  EXPECT_EQ(again.fault->place.what_it_knew, result.place->what_it_knew);
}

TEST(RunChecks, DoesOnlyWhatIsAskedFor) {
  CheckPlan plan = plan_for(tests::scripted_plugin());
  plan.only = {"legality.gravon", "memory"};
  std::vector<std::string> names;
  for (const CheckResult& result : run(plan).results) names.push_back(result.name);
  EXPECT_EQ(names, (std::vector<std::string>{"start", "legality.gravon", "memory"}));
  plan.only = {};
  plan.skip = {"legality", "same-seed"};
  for (const CheckResult& result : run(plan).results) {
    EXPECT_FALSE(result.name.starts_with("legality")) << result.name;
    EXPECT_NE(result.name, "same-seed");
  }
}

TEST(RunChecks, ABotThatUsesTheClockIsNotHeldToRepeatItself) {
  CheckPlan plan = plan_for(careless("unseeded"));
  plan.skip = {"same-seed"};
  EXPECT_THAT(failed(run(plan)), IsEmpty());
}

TEST(RunChecks, SaysWhatItHadNoTimeFor) {
  CheckPlan plan = plan_for(tests::scripted_plugin());
  plan.timeout = std::chrono::seconds(60);
  int asked = 0;
  const auto clock = [&asked] { return std::chrono::steady_clock::time_point(std::chrono::seconds(20 * asked++)); };
  const CheckReport report = run_checks(plan, clock, [](const CheckReport&, const CheckResult&) {});
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(result_of(report, "legality.standard").verdict, CheckVerdict::Advised);
  EXPECT_THAT(result_of(report, "legality.standard").advice, HasSubstr("not all of 60 rounds were played within 60 s"));
  EXPECT_EQ(result_of(report, "memory").verdict, CheckVerdict::Skipped);
}

TEST(RunChecks, KnowsItsNames) {
  EXPECT_TRUE(is_check_name("legality"));
  EXPECT_TRUE(is_check_name("legality.gravon"));
  EXPECT_FALSE(is_check_name("legality.bridge"));
  EXPECT_FALSE(is_check_name("strength"));
}

}  // namespace
}  // namespace tichu::arena
