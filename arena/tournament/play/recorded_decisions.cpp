#include "arena/tournament/play/recorded_decisions.h"

#include <algorithm>

namespace tichu::arena {
namespace {

Answer with(Answer answer, const Action& action) {
  answer.action = action;
  return answer;
}

}  // namespace

std::optional<Answer> RecordedDecisions::answer(Question question, std::size_t done) const {
  std::size_t next = done;
  Answer answer;
  switch (question) {
    case Question::GrandTichu:
      answer.call = find(ActionKind::CallGrandTichu) != nullptr;
      answer.action = answer.call ? Action::call_grand_tichu() : Action::no_grand_tichu();
      return answer;
    case Question::Tichu:
      answer.call = is_next(next, ActionKind::CallTichu);
      answer.action = Action::call_tichu();
      return answer;
    case Question::Push:
      if (const RecordedAction* push = find(ActionKind::Push)) return with(answer, push->action);
      return std::nullopt;
    case Question::Bomb:
      if (is_next(next, ActionKind::Play) && actions_[next].out_of_turn) return with(answer, actions_[next].action);
      return with(answer, Action::no_bomb());
    case Question::Turn:
      answer.call = is_next(next, ActionKind::CallTichu);
      if (answer.call) ++next;
      if (!is_next(next, ActionKind::Play) && !is_next(next, ActionKind::Pass)) return std::nullopt;
      return with(answer, actions_[next].action);
    case Question::GiveDragon:
      if (!is_next(next, ActionKind::GiveDragon)) return std::nullopt;
      return with(answer, actions_[next].action);
  }
  return std::nullopt;
}

bool RecordedDecisions::is_next(std::size_t next, ActionKind kind) const {
  return next < actions_.size() && actions_[next].seat == seat_ && actions_[next].action.kind == kind;
}

const RecordedAction* RecordedDecisions::find(ActionKind kind) const {
  const auto found = std::find_if(actions_.begin(), actions_.end(), [&](const RecordedAction& recorded) {
    return recorded.seat == seat_ && recorded.action.kind == kind;
  });
  return found == actions_.end() ? nullptr : &*found;
}

}  // namespace tichu::arena
