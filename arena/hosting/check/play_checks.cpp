#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/hosting/check/checks.h"
#include "arena/hosting/check/trial.h"
#include "arena/record/remark.h"
#include "arena/text/counted.h"
#include "engine/rules.h"

namespace tichu::arena {
namespace {

/// Faults of one kind after which the rest of the play would only repeat them, each late one costing its time.
constexpr int FaultsOfAKind = 3;

struct PresetCounts {
  int rounds = 0;
  long long decisions = 0;
};

/// Everything that the play brought to light.
struct PlayFindings {
  std::map<std::string, PresetCounts, std::less<>> presets;
  std::map<std::string, std::vector<TrialFault>, std::less<>> faults;  ///< by check, legality by preset
  DecisionCoverage coverage;
  std::vector<std::chrono::nanoseconds> times;
  std::optional<TrialDecision> slowest;
  int remarks = 0;
  int remarks_cut = 0;                       ///< of which not all is kept
  std::optional<CheckPlace> first_cut = {};  ///< and where
  std::string cut;                           ///< what of it is not
  int rounds = 0;
  bool timed_out = false;

  void add(const TrialSetup& setup, TrialOutcome outcome);
  void add_remark(const TrialDecision& decision);
  bool has_too_many_faults() const;
  const std::vector<TrialFault>& faults_of(const std::string& check) const;
  /// Time under which `share` of the decisions stayed. `times` are sorted.
  std::chrono::nanoseconds quantile(double share) const;
};

void PlayFindings::add(const TrialSetup& setup, TrialOutcome outcome) {
  PresetCounts& preset = presets[std::string(setup.preset)];
  preset.rounds += outcome.rounds;
  rounds += outcome.rounds;
  preset.decisions += static_cast<long long>(outcome.decisions.size());
  coverage.add(outcome.coverage);
  for (TrialDecision& decision : outcome.decisions) {
    add_remark(decision);
    times.push_back(decision.answer.think_time);
    if (!slowest || decision.answer.think_time > slowest->answer.think_time) slowest = std::move(decision);
  }
  if (!outcome.fault) return;
  std::string check(check_of(outcome.fault->fault.kind));
  if (check == "legality") check += "." + std::string(setup.preset);
  faults[check].push_back(std::move(*outcome.fault));
}

void PlayFindings::add_remark(const TrialDecision& decision) {
  if (!decision.answer.remark) return;
  ++remarks;
  const std::string lost = what_is_not_kept(*decision.answer.remark);
  if (lost.empty()) return;
  if (remarks_cut++ > 0) return;
  first_cut = decision.place;
  cut = lost;
}

bool PlayFindings::has_too_many_faults() const {
  return std::any_of(faults.begin(), faults.end(),
                     [](const auto& entry) { return entry.second.size() >= FaultsOfAKind; });
}

const std::vector<TrialFault>& PlayFindings::faults_of(const std::string& check) const {
  static const std::vector<TrialFault> none;
  const auto found = faults.find(check);
  return found == faults.end() ? none : found->second;
}

std::chrono::nanoseconds PlayFindings::quantile(double share) const {
  if (times.empty()) return {};
  return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

PlayFindings play(const CheckSession& session) {
  PlayFindings findings;
  TrialBots bots(session.plan);
  const auto deadline = session.deadline();
  for (std::uint64_t number = 0; findings.rounds < session.plan.rounds; ++number) {
    if (findings.has_too_many_faults()) break;
    findings.timed_out = number > 0 && session.now() >= deadline;
    if (findings.timed_out) break;
    const TrialSetup setup = trial_setup(session.plan.seed, number);
    findings.add(setup, play_trial(setup, bots));
  }
  std::sort(findings.times.begin(), findings.times.end());
  return findings;
}

CheckResult judge_faults(const CheckSession& session, const std::string& name, const PlayFindings& findings,
                         std::string passed, const std::string& advice) {
  const std::vector<TrialFault>& faults = findings.faults_of(name);
  if (faults.empty()) return check_result(name, CheckVerdict::Passed, std::move(passed));
  CheckResult result = failed_check(session.plan, name, faults.front(), advice);
  if (faults.size() > 1) result.found += fmt::format("{}{} more)", MoreFaults, counted(faults.size() - 1, "fault"));
  return result;
}

CheckResult judge_alive(const PlayFindings& findings, const CheckSession& session) {
  return judge_faults(session, "alive", findings, fmt::format("no crash in {}", counted(findings.rounds, "round")),
                      "in C and C++ a build with -fsanitize=address,undefined names the line; the table can be played "
                      "again with it, or with --wait and a debugger that attaches to the bot");
}

CheckResult judge_messages(const PlayFindings& findings, const CheckSession& session) {
  std::string passed = fmt::format("{}, all well formed", counted(findings.times.size(), "answer"));
  if (findings.remarks > 0) passed += fmt::format("; {}", counted(findings.remarks, "remark"));
  CheckResult result = judge_faults(
      session, "messages", findings, std::move(passed),
      "protocol/PROTOCOL.md (a plug-in: sdk/PLUGIN_ABI.md) says what an answer to each question has to hold");
  if (result.verdict == CheckVerdict::Passed && findings.remarks_cut > 0) {
    result.verdict = CheckVerdict::Advised;
    result.advice = fmt::format("of {} not all is kept: {}; protocol/PROTOCOL.md \"Remarks\" has the bounds",
                                counted(findings.remarks_cut, "remark"), findings.cut);
    result.place = findings.first_cut;
  }
  return result;
}

CheckResult judge_legality(const PlayFindings& findings, std::string_view preset, const CheckSession& session) {
  const std::string name = "legality." + std::string(preset);
  const auto found = findings.presets.find(preset);
  const PresetCounts counts = found == findings.presets.end() ? PresetCounts{} : found->second;
  if (counts.decisions == 0) {
    return check_result(name, CheckVerdict::Skipped, "nothing was answered by these rules");
  }
  CheckResult result = judge_faults(
      session, name, findings,
      fmt::format("{}, {}, all legal", counted(counts.rounds, "round"), counted(counts.decisions, "answer")),
      "engine/RULES.md has the clause; tichu-arena moves lists what is legal with that hand on that table");
  if (result.verdict == CheckVerdict::Passed && findings.timed_out) {
    result.verdict = CheckVerdict::Advised;
    result.advice = fmt::format("not all of {} were played within {} s: --seconds gives more time",
                                counted(session.plan.rounds, "round"), session.plan.timeout.count());
  }
  return result;
}

CheckResult judge_deadlines(const PlayFindings& findings, const CheckSession& session) {
  const std::chrono::nanoseconds limit = session.plan.limits.decision;
  if (findings.times.empty() && findings.faults_of("deadlines").empty()) {
    return check_result("deadlines", CheckVerdict::Skipped, "nothing was answered");
  }
  const std::chrono::nanoseconds longest = findings.times.empty() ? limit : findings.times.back();
  CheckResult result =
      judge_faults(session, "deadlines", findings,
                   fmt::format("half of the answers within {}, 99 % within {}, the slowest after {}, of {}",
                               short_time_text(findings.quantile(0.5)), short_time_text(findings.quantile(0.99)),
                               short_time_text(longest), short_time_text(limit)),
                   "the arena's machine may be slower than yours: stay well below the limit that each request names");
  if (result.verdict == CheckVerdict::Passed && longest > limit / 2) {
    result.verdict = CheckVerdict::Advised;
    result.advice = "the slowest answer took more than half of the limit; on a slower or busier machine it is late";
    result.place = findings.slowest->place;
  }
  return result;
}

CheckResult judge_decisions(const PlayFindings& findings) {
  constexpr std::size_t Kinds = DecisionCoverage::Kinds;
  const std::vector<std::string_view> missing = findings.coverage.missing();
  if (missing.empty()) {
    return check_result("decisions", CheckVerdict::Passed, fmt::format("all {} kinds of decision were asked", Kinds));
  }
  const bool play_ended_early = !findings.faults.empty() || findings.timed_out;
  return check_result("decisions", play_ended_early ? CheckVerdict::Skipped : CheckVerdict::Advised,
                      fmt::format("asked for {} of {} kinds of decision, never for: {}", Kinds - missing.size(), Kinds,
                                  fmt::join(missing, ", ")),
                      play_ended_early ? "" : "more --rounds, or another --seed, may bring them up");
}

}  // namespace

std::string_view check_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::IllegalAction:
      return "legality";
    case FaultKind::BadMessage:
    case FaultKind::Oversized:
      return "messages";
    case FaultKind::Timeout:
      return "deadlines";
    default:
      return "alive";
  }
}

std::vector<CheckResult> check_play(const CheckSession& session) {
  const PlayFindings findings = play(session);
  std::vector<CheckResult> results{judge_alive(findings, session), judge_messages(findings, session)};
  for (const Preset& preset : presets()) results.push_back(judge_legality(findings, preset.name, session));
  results.push_back(judge_deadlines(findings, session));
  results.push_back(judge_decisions(findings));
  return results;
}

}  // namespace tichu::arena
