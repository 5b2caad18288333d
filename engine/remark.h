#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tichu {

/// How likely a player says that it would choose a move.
struct MoveProbability {
  std::string move;        ///< the player's own words, such as "7j 7s" or "pass"; any UTF-8
  double probability = 0;  ///< 0..1
  friend bool operator==(const MoveProbability&, const MoveProbability&) = default;
};

/// What a player says about a decision of its own. Nobody at the table sees it and nothing depends on it. It may be a
/// stranger's text: whoever shows it must expect control characters and markup.
struct Remark {
  /// Bytes of `note`, and of each move's text, that are kept.
  static constexpr std::size_t LongestNote = 1024;
  static constexpr std::size_t LongestMove = 100;
  /// Hands on lead have 61 distinct plays in the mean; those that a player thinks about are fewer.
  static constexpr std::size_t MostMoves = 32;
  /// The value's bound either way: far more points than any round brings.
  static constexpr double HighestValue = 1'000'000;

  std::string note;                            ///< UTF-8; empty if there is none
  std::optional<double> value;                 ///< points expected of this round, the own team's less the other's
  std::vector<MoveProbability> probabilities;  ///< of the choices, in any order; they need not sum to 1

  bool empty() const { return note.empty() && !value && probabilities.empty(); }
  friend bool operator==(const Remark&, const Remark&) = default;
};

}  // namespace tichu
