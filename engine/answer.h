#pragma once

#include <optional>

#include "engine/action.h"
#include "engine/question.h"
#include "engine/remark.h"

namespace tichu {

/// The kind of action that answers a question: what was called tells a call from a refusal, cards a play from a pass.
constexpr ActionKind kind_of_answer(Question question, bool call, CardSet cards) {
  switch (question) {
    case Question::GrandTichu:
      return call ? ActionKind::CallGrandTichu : ActionKind::NoGrandTichu;
    case Question::Tichu:
      return ActionKind::CallTichu;
    case Question::Push:
      return ActionKind::Push;
    case Question::Turn:
      return cards.empty() ? ActionKind::Pass : ActionKind::Play;
    case Question::Bomb:
      return cards.empty() ? ActionKind::NoBomb : ActionKind::Play;
    case Question::GiveDragon:
      return ActionKind::GiveDragon;
  }
  return ActionKind::Pass;
}

/// What a player answers. To `GrandTichu` and `Tichu` only `call` counts; on `Turn` a set `call` calls Tichu first.
/// Whether the action is legal is for the referee to say.
struct Answer {
  bool call = false;
  /// As players name it, the combination of a play has only cards and what the Phoenix stands for (None: the highest
  /// reading), and the kind None, until it is read against what lies on the table.
  Action action;
  std::optional<Remark> remark = std::nullopt;  ///< what the player says of its decision, as it came
  friend bool operator==(const Answer&, const Answer&) = default;
};

}  // namespace tichu
