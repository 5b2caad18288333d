#include "arena/hosting/check/checks_apart.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "arena/hosting/check/check_output.h"
#include "arena/hosting/check/child_work.h"
#include "arena/hosting/player/make_player.h"

namespace tichu::arena {
namespace {

using Parcel = nlohmann::json;

constexpr const char* CrashAdvice =
    "in a tournament a trusted plug-in that crashes ends the arena; without trusted: it is played in a process of its "
    "own. A build with -fsanitize=address,undefined names the line";

Parcel parcel_of(const CheckPlace& place) {
  return {place.seed, place.table,    place.rules,    place.round,       place.deal_index,
          place.seat, place.decision, place.question, place.what_it_knew};
}

CheckPlace place_from(const Parcel& json) {
  return {json[0], json[1], json[2], json[3], json[4], json[5], json[6], json[7], json[8]};
}

Parcel parcel_of(const CheckResult& result) {
  return {result.name,
          static_cast<int>(result.verdict),
          result.found,
          result.advice,
          result.place ? parcel_of(*result.place) : Parcel(),
          result.stderr_tail};
}

CheckResult result_from(const Parcel& json) {
  CheckResult result;
  result.name = json[0];
  result.verdict = static_cast<CheckVerdict>(json[1].get<int>());
  result.found = json[2];
  result.advice = json[3];
  if (!json[4].is_null()) result.place = place_from(json[4]);
  result.stderr_tail = json[5];
  return result;
}

/// What a bot says of itself is text without guarantee.
std::string packed(const Parcel& json) { return json.dump(-1, ' ', false, Parcel::error_handler_t::replace); }

/// The plan with somebody who notes each decision before it is asked for.
CheckPlan watched(const CheckPlan& plan, const NoteTaker& note) {
  CheckPlan changed = plan;
  changed.watch = [&note](const CheckPlace& place) { note(packed(parcel_of(place))); };
  return changed;
}

std::optional<CheckPlace> noted_place(const ChildWork& work) {
  if (work.note.empty()) return std::nullopt;
  return place_from(Parcel::parse(work.note));
}

std::string done_in_child(const Check& check, const CheckSession& session, const NoteTaker& note) {
  const CheckPlan plan = watched(session.plan, note);
  CheckReport report;
  Parcel results = Parcel::array();
  for (const CheckResult& result : check({plan, session.now, session.repeats_itself}, report)) {
    results.push_back(parcel_of(result));
  }
  return packed({report.name, report.version, std::move(results)});
}

}  // namespace

std::vector<CheckResult> check_apart(const std::string& name, const Check& check, const CheckSession& session,
                                     CheckReport& report) {
  const ChildWork work = work_in_child([&](const NoteTaker& note) { return done_in_child(check, session, note); });
  if (!work.ending.empty()) {
    const std::string when = work.note.empty() && name == "start" ? " while it was loaded and made a bot" : "";
    CheckResult crashed = check_result(name, CheckVerdict::Failed, work.ending + when, CrashAdvice);
    crashed.place = noted_place(work);
    return {std::move(crashed)};
  }
  const Parcel done = Parcel::parse(work.result);
  if (const std::string called = done[0]; !called.empty()) {
    report.name = called;
    report.version = done[1];
  }
  std::vector<CheckResult> results;
  for (const Parcel& result : done[2]) results.push_back(result_from(result));
  return results;
}

ReplayedTable replay_table_apart(const CheckPlan& plan, std::uint64_t table, const OnStart& on_start) {
  if (has_process(plan.bot)) {
    const TrialOutcome outcome = replay_table(plan, table, on_start);
    return {table_text(outcome), outcome.fault.has_value()};
  }
  const ChildWork work = work_in_child([&](const NoteTaker& note) {
    const TrialOutcome outcome = replay_table(watched(plan, note), table, on_start);
    return packed({outcome.fault.has_value(), table_text(outcome)});
  });
  if (work.ending.empty()) {
    const Parcel done = Parcel::parse(work.result);
    return {done[1], done[0]};
  }
  TrialOutcome outcome;
  outcome.fault = TrialFault{noted_place(work).value_or(CheckPlace{}), {FaultKind::Crash, work.ending, {}}};
  std::string text = table_text(outcome);
  if (!outcome.fault->place.what_it_knew.empty()) text += "  it knew: " + outcome.fault->place.what_it_knew + "\n";
  return {std::move(text), true};
}

}  // namespace tichu::arena
