#pragma once

#include <cstddef>
#include <string>

#include "engine/answer.h"
#include "engine/remark.h"
#include "engine/seat.h"

namespace tichu::arena {

/// What is kept of whatever a bot said: texts as UTF-8 and cut off at their bounds, numbers that are not finite or out
/// of range left out, and probabilities beyond the first so many.
Remark bounded_remark(const Remark& said);

/// The first thing of a remark that `bounded_remark` does not keep as it was said, such as "a value that is not
/// -1000000 to 1000000"; empty if it keeps all.
std::string what_is_not_kept(const Remark& said);

/// A remark and the decision that it belongs to. Several decisions may have the same `after`: those that seats make at
/// the same time, and those that leave no event, such as not calling or not bombing.
struct RecordedRemark {
  Seat seat;
  Question question = Question::Turn;
  std::size_t after = 0;  ///< how many of the record's events there were when the seat was asked
  Remark remark;
  friend bool operator==(const RecordedRemark&, const RecordedRemark&) = default;
};

}  // namespace tichu::arena
