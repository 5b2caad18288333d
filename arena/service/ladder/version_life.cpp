#include "arena/service/ladder/version_life.h"

#include <algorithm>

namespace tichu::arena {

bool may_change(StateCause cause, VersionState from, VersionState to) {
  const StepRule* step = cause == StateCause::Step ? step_after(from) : nullptr;
  if (step != nullptr && step->to == to) return true;
  return std::any_of(StateChanges.begin(), StateChanges.end(), [&](const StateChange& change) {
    return change.cause == cause && change.from.contains(from) && change.to.contains(to);
  });
}

std::vector<AuthorAct> author_acts(VersionState state) {
  std::vector<AuthorAct> acts;
  const auto add = [&](AuthorAct act, VersionState to) {
    if (may_change(StateCause::Author, state, to)) acts.push_back(act);
  };
  add(AuthorAct::Pause, VersionState::Paused);
  add(AuthorAct::Resume, VersionState::Provisional);
  add(AuthorAct::Retire, VersionState::Retired);
  add(AuthorAct::Withdraw, VersionState::Withdrawn);
  return acts;
}

const StepRule* step_after(VersionState state) {
  const auto* const found =
      std::find_if(StepTable.begin(), StepTable.end(), [&](const StepRule& rule) { return rule.from == state; });
  return found == StepTable.end() ? nullptr : found;
}

std::chrono::seconds limit_of(StepKind kind, const LadderSettings& settings) {
  switch (kind) {
    case StepKind::Received:
      return settings.uploads.time;
    case StepKind::Unpacked:
      return settings.steps.unpack;
    case StepKind::Screened:
      return settings.steps.screen;
    case StepKind::Built:
      return settings.steps.build;
    case StepKind::Checked:
      return settings.steps.check;
    case StepKind::Validated:
      return settings.steps.validate;
  }
  return {};
}

}  // namespace tichu::arena
