#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>
#include <vector>

#include "engine/answer.h"
#include "engine/observation.h"

namespace tichu::arena {

/// The kinds of decision that a bot must have been asked before one can say that it knows how to play.
class DecisionCoverage {
 public:
  static constexpr std::size_t Kinds = 12;

  /// Notes a question, which can be of several kinds; `answer` is null if there was none. What shows only in the
  /// answer, a wish to make, is noted with it.
  void note(Question question, const Observation& seen, const Answer* answer);
  void add(const DecisionCoverage& other) { met_ |= other.met_; }
  /// The kinds that did not come, for people: "a bomb out of turn".
  std::vector<std::string_view> missing() const;

 private:
  std::bitset<Kinds> met_;
};

}  // namespace tichu::arena
