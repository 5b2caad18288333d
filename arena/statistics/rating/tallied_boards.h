#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "arena/statistics/rating/head_to_head.h"
#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// Values of boards, each of one board or of several that are equal.
struct WeighedValues {
  std::vector<BoardValue> values;  ///< their boards have no numbers
  std::vector<double> boards;      ///< how many have the value

  void add(const BoardValue& value, double count) {
    values.push_back(value);
    boards.push_back(count);
  }
};

/// Boards on different deals, which are no clusters: how many of each pair ended alike. Its memory grows with the pairs
/// and their different results, of which 5 points a step leave a few hundred, not with the boards. A pure function of
/// the set of boards.
class TalliedBoards {
 public:
  void add(const RatedBoard& board);
  /// Takes the boards of two entrants out; returns how many they were.
  std::uint64_t leave_out(EntrantId one, EntrantId other);
  /// Boards.
  std::uint64_t size() const { return boards_; }
  /// Different results, over all pairs.
  std::size_t results() const;
  /// Their margins, or scores, in no special order.
  WeighedValues values(ResultKind kind) const;

 private:
  /// Seen from the entrant with the lower number.
  struct Tally {
    double margin = 0;
    float score = 0;  ///< exact: a multiple of an eighth
    std::uint32_t boards = 0;
  };
  using Pair = std::uint32_t;  ///< both numbers, the lower one above

  std::unordered_map<Pair, std::vector<Tally>> pairs_;  ///< by rising margin and score
  std::uint64_t boards_ = 0;
};

}  // namespace tichu::arena
