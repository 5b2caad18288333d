#pragma once

#include <string>
#include <tl/expected.hpp>

#include "engine/answer.h"
#include "engine/observation.h"
#include "engine/question.h"

namespace tichu::arena {

/// Why a person's answer is not taken.
struct AnswerRefusal {
  std::string clause;  ///< of engine/RULES.md, such as "5.1"
  std::string reason;  ///< one sentence without a full stop
};

/// The answer with its combination read against the table, if the rules allow it; judged by what the seat may know
/// alone. What is taken is legal for the referee, too.
tl::expected<Answer, AnswerRefusal> judge_answer(Question question, const Answer& named, const Observation& seen);

/// Whether the seat may give the Dragon's trick to this side (RULES 7.6).
bool may_receive_dragon(Side side, const Observation& seen);

}  // namespace tichu::arena
