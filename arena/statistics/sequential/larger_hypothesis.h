#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "arena/statistics/rating/board_result.h"
#include "arena/statistics/sequential/sequential_test.h"

namespace tichu::arena {

/// A second hypothesis that would have decided a test, and how.
struct LargerHypothesis {
  double second = 0;
  SprtVerdict verdict = SprtVerdict::Undecided;
  std::uint64_t boards = 0;  ///< after so many
};

/// For a test that these boards leave undecided: a round number above its second hypothesis, at most `most`, with which
/// the same boards in the same order decide it, while the next smaller round number leaves it undecided. Nullopt if
/// there is none.
///
/// What it does not tell: the answer to the question. A hypothesis that is chosen after the boards were seen has no
/// error rate; it is for the next test.
std::optional<LargerHypothesis> larger_hypothesis(const SequentialPlan& plan, std::span<const BoardResult> boards,
                                                  double most);

}  // namespace tichu::arena
