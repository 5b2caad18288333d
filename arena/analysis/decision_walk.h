#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "arena/analysis/seen_decision.h"
#include "arena/record/record.h"
#include "engine/observation.h"
#include "engine/round.h"

namespace tichu::arena {

/// A decision of a recorded round that was not forced.
struct Decision : SeenDecision {
  Seat seat;
  std::size_t after = 0;  ///< how many of the record's actions came before
  Round before;           ///< the round as it stood, all cards open
};

/// Shown each decision with what its seat knew; `seen` is good during the call.
using DecisionVisitor = std::function<void(const Decision& decision, const Observation& seen)>;

/// Shown each event that a seat may know, once it is the last of `seen.history()`; `seen` is good during the call.
using EventVisitor = std::function<void(Seat seat, const Observation& seen)>;

/// Walks through a record and shows every decision of every seat that was not forced, refusals that leave no event
/// among them. Seats that decide at once are shown in their order. The error is a sentence: the record breaks the
/// rules, or its round did not come to its end; then some decisions may have been shown.
tl::expected<RoundResult, std::string> walk_decisions(const Record& record, const DecisionVisitor& visit,
                                                      const EventVisitor& tell = {});

}  // namespace tichu::arena
