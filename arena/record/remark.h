#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "arena/record/question.h"
#include "engine/seat.h"

namespace tichu::arena {

/// How likely a bot said that it would choose a move.
struct MoveProbability {
  std::string move;        ///< the bot's own words, such as "7j 7s" or "pass"; any UTF-8
  double probability = 0;  ///< 0..1
  friend bool operator==(const MoveProbability&, const MoveProbability&) = default;
};

/// What a bot says about a decision of its own. Nobody at the table sees it and nothing depends on it. It is a
/// stranger's text: whoever shows it must expect control characters and markup.
struct Remark {
  /// Bytes of `note`, and of each move's text.
  static constexpr std::size_t LongestNote = 1024;
  static constexpr std::size_t LongestMove = 100;
  /// Hands on lead have 61 distinct plays in the mean; those that a bot thinks about are fewer.
  static constexpr std::size_t MostMoves = 32;
  /// The value's bound either way: far more points than any round brings.
  static constexpr double HighestValue = 1'000'000;

  std::string note;             ///< UTF-8; empty where the bot wrote none
  std::optional<double> value;  ///< points that the bot expects in this round, its team's less the other's
  std::vector<MoveProbability> probabilities;  ///< of its choices, in its own order; they need not sum to 1

  bool empty() const { return note.empty() && !value && probabilities.empty(); }
  friend bool operator==(const Remark&, const Remark&) = default;
};

/// What is kept of whatever a bot said: texts as UTF-8 and cut off at their bounds, numbers that are not finite or out
/// of range left out, and probabilities beyond the first so many.
Remark bounded_remark(const Remark& said);

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
