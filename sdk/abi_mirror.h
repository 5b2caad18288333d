#pragma once

#include "engine/answer.h"
#include "engine/event.h"
#include "engine/observation.h"
#include "engine/remark.h"
#include "engine/rules.h"
#include "sdk/plugin_abi.h"

namespace tichu {

/// The structs of the plug-in interface are the engine's own, member by member; abi_mirror.cpp proves it while it
/// compiles. So an observation is handed over by its address alone.
inline const tichu_observation* to_c(const Observation* seen) {
  return reinterpret_cast<const tichu_observation*>(seen);
}
inline const tichu_event* to_c(const SeenEvent* event) { return reinterpret_cast<const tichu_event*>(event); }
inline const Observation& from_c(const tichu_observation& seen) { return reinterpret_cast<const Observation&>(seen); }
inline const SeenEvent& from_c(const tichu_event& event) { return reinterpret_cast<const SeenEvent&>(event); }

/// Values that are copied instead: setups and answers are small and rare.
tichu_rules to_c(const Rules& rules);
Rules from_c(const tichu_rules& rules);
tichu_combination to_c(const Combination& combination);
/// As it came: who reads it from a stranger checks it first.
Combination from_c(const tichu_combination& combination);
/// An answer with its whole combination.
tichu_answer to_c(Question question, const Answer& answer);
/// An answer as it came, numbers out of range included: who reads it from a stranger checks these first.
Answer from_c(Question question, const tichu_answer& answer);
/// What is said with an answer, but for texts and numbers of probabilities beyond those of `Remark`: of these one byte,
/// or one probability, too many is read, so that it shows that there were more.
Remark from_c(const tichu_remark& remark);

}  // namespace tichu
