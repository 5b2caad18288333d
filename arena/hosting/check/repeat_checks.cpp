#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/hosting/check/checks.h"
#include "arena/hosting/check/player_process.h"
#include "arena/hosting/check/trial.h"
#include "arena/text/counted.h"
#include "engine/notation.h"

namespace tichu::arena {
namespace {

/// Three tables of each preset: one with the bot at all seats, one with a partnership, one with a single seat.
constexpr std::uint64_t TablesToRepeat = 15;

/// In the middle of a round: after the push, some turns in.
constexpr int DecisionToStopAt = 12;

constexpr const char* SeedAdvice =
    "draw all chance from the seed of the setup, keep nothing from one instance to the next, and decide by counted "
    "work instead of by the clock; a bot that must use the clock can leave this check out with --skip same-seed";

constexpr const char* LeavingAdvice =
    "a new instance must not know anything of the one before, nor wait for its round to end";

constexpr const char* KillAdvice =
    "a killed process must leave nothing behind that keeps the next from starting: no lock file, no half-written file, "
    "no port";

std::string text_of(const TrialDecision& decision) {
  const Answer& answer = decision.answer;
  if (decision.question == Question::GrandTichu || decision.question == Question::Tichu) {
    return answer.call ? "a call" : "no call";
  }
  return (answer.call ? "Tichu and " : "") + to_text(answer.action);
}

bool is_same(const TrialDecision& a, const TrialDecision& b) {
  return a.question == b.question && a.answer.call == b.answer.call && a.answer.action == b.answer.action;
}

/// Two plays of a table, and what lay between them.
struct Repetition {
  const TrialOutcome& first;
  const TrialOutcome& second;
  std::string_view circumstance;  ///< such as "the second time"
};

/// The first place at which the second play differs from the first; nullopt if none does.
std::optional<CheckResult> difference(const std::string& check, const Repetition& played, const std::string& advice) {
  const std::size_t common = std::min(played.first.decisions.size(), played.second.decisions.size());
  for (std::size_t i = 0; i < common; ++i) {
    const TrialDecision& first = played.first.decisions[i];
    const TrialDecision& second = played.second.decisions[i];
    if (is_same(first, second)) continue;
    CheckResult result = check_result(
        check, CheckVerdict::Failed,
        fmt::format("answered \"{}\", and {} \"{}\"", text_of(first), played.circumstance, text_of(second)), advice);
    result.place = first.place;
    return result;
  }
  return std::nullopt;
}

/// The second play's fault, which the first had not.
std::optional<CheckResult> new_fault(const CheckSession& session, const std::string& check, const Repetition& played,
                                     const std::string& advice) {
  if (!played.second.fault) return std::nullopt;
  CheckResult result = failed_check(session.plan, check, *played.second.fault, advice);
  result.found = fmt::format("{} it {}", played.circumstance, played.second.fault->fault.text);
  return result;
}

/// What is wrong after a restart.
std::optional<CheckResult> aftermath(const CheckSession& session, const Repetition& played, const std::string& advice) {
  if (session.repeats_itself) {
    if (auto result = difference("restart", played, advice)) return result;
  }
  return new_fault(session, "restart", played, advice);
}

}  // namespace

CheckResult check_same_seed(const CheckSession& session) {
  const CheckPlan& plan = session.plan;
  // Half of the time for each of the two plays.
  const auto first_ends = session.now() + plan.timeout / 2;
  std::vector<TrialOutcome> first;
  long long decisions = 0;
  {
    TrialBots bots(plan);
    for (std::uint64_t number = 0; number < TablesToRepeat && (number == 0 || session.now() < first_ends); ++number) {
      first.push_back(play_trial(trial_setup(plan.seed, number), bots));
      if (first.back().fault) return failed_check(plan, "same-seed", *first.back().fault, PlayFirst);
      decisions += static_cast<long long>(first.back().decisions.size());
    }
  }
  std::optional<CheckResult> found;
  TrialBots bots(plan);
  for (std::size_t i = first.size(); i-- > 0;) {
    const TrialOutcome second = play_trial(trial_setup(plan.seed, i), bots);
    const Repetition played{first[i], second, "the second time"};
    std::optional<CheckResult> differs = difference("same-seed", played, SeedAdvice);
    if (!differs) differs = new_fault(session, "same-seed", played, SeedAdvice);
    if (differs) found = std::move(differs);
  }
  if (found) return *found;
  return check_result(
      "same-seed", CheckVerdict::Passed,
      fmt::format("{} were the same twice, at {}", counted(decisions, "answer"), counted(first.size(), "table")));
}

CheckResult check_restart(const CheckSession& session) {
  const CheckPlan& plan = session.plan;
  const TrialSetup tested = trial_setup(plan.seed, 0);
  const TrialSetup left = trial_setup(plan.seed, 5);
  TrialOutcome undisturbed;
  {
    TrialBots bots(plan);
    undisturbed = play_trial(tested, bots);
    if (undisturbed.fault) return failed_check(plan, "restart", *undisturbed.fault, PlayFirst);
  }
  TrialBots bots(plan);
  const TrialOutcome broken_off = play_trial(left, bots, {DecisionToStopAt, nullptr});
  if (broken_off.fault) return failed_check(plan, "restart", *broken_off.fault, PlayFirst);
  const TrialOutcome after_leaving = play_trial(tested, bots);
  const std::string how = session.repeats_itself ? "plays the same" : "plays on";
  if (auto result = aftermath(session, {undisturbed, after_leaving, "after another instance was left in a round"},
                              LeavingAdvice)) {
    return *result;
  }
  if (!process_of(bots.at(Seat(0)))) {
    return check_result("restart", CheckVerdict::Passed, how + " after an instance was left in a round");
  }
  play_trial(left, bots, {DecisionToStopAt, [](Player& player) {
                            if (const auto process = process_of(player)) kill_processes(*process);
                          }});
  const TrialOutcome after_kill = play_trial(tested, bots);
  if (auto result = aftermath(session, {undisturbed, after_kill, "after its process was killed"}, KillAdvice)) {
    return *result;
  }
  return check_result("restart", CheckVerdict::Passed,
                      how + " after an instance was left in a round, and after its process was killed");
}

}  // namespace tichu::arena
