#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/answer.h"
#include "engine/event.h"
#include "engine/record.h"
#include "engine/seat.h"

namespace tichu::arena {

/// What a round's recorded actions tell of a seat's answers.
class RecordedDecisions {
 public:
  /// `actions` must outlive this object.
  RecordedDecisions(const std::vector<RecordedAction>& actions, Seat seat) : actions_(actions), seat_(seat) {}

  /// Whether an event that a seat was told is a recorded action.
  static bool is_action(EventKind kind) { return kind != EventKind::Dealt && kind != EventKind::TrickTaken; }

  /// The seat's answer when so many recorded actions were `done`, or nullopt if the record does not tell it. A call or
  /// bomb that is not recorded was declined.
  std::optional<Answer> answer(Question question, std::size_t done) const;

 private:
  bool is_next(std::size_t next, ActionKind kind) const;
  const RecordedAction* find(ActionKind kind) const;

  const std::vector<RecordedAction>& actions_;
  Seat seat_;
};

}  // namespace tichu::arena
