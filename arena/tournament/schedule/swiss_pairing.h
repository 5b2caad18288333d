#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tichu::arena {

/// Whom a Swiss round brings together, by rank.
struct SwissRound {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< the better rank first, in its order
  std::optional<std::size_t> bye;                          ///< who has none, if their number is odd
};

/// Pairs ranks 0 (the best) to met.size() - 1. `met[a][b]` is how often two have met, `byes[a]` how many byes one had.
/// The bye goes to the lowest of those with the fewest, as far as the others can be paired. Then, from the top, each
/// meets whom it has met least, of these one with whom it is not linked by a chain of meetings, and of these the
/// nearest in rank, provided that the rest can still be paired. No meeting is repeated if all can be paired without it
/// (decided by Edmonds' matching algorithm, from Boost.Graph).
SwissRound pair_swiss(const std::vector<std::vector<int>>& met, const std::vector<int>& byes);

/// Whether so many rounds of pair_swiss never repeat a meeting (or a bye), whatever the results.
///
/// With n entrants, or one more if their number is odd, each has n - 1 - r opponents left after r rounds. While these
/// are at least half of all, there is another round (Dirac 1952), and one more if that makes their number odd (Tutte
/// 1947). Beyond that pairings can run out: six entrants can fall into two threes, each of which has met the other.
bool can_always_pair(std::size_t entrants, std::uint64_t rounds);

/// The rounds of everybody against everybody, with each meeting and each bye once (the circle method). They can be
/// played in any order.
class CircleRounds {
 public:
  /// At least two entrants.
  explicit CircleRounds(std::size_t entrants) : played_(entrants - 1 + entrants % 2, 0), entrants_(entrants) {}

  /// Takes one of the rounds that were played least: the one in which ranks are nearest to their opponents', a bye
  /// being a rank below the last. `rank_at[i]` is the rank at place i of the circle.
  SwissRound take_nearest(const std::vector<std::size_t>& rank_at);

 private:
  SwissRound round(std::size_t number, const std::vector<std::size_t>& rank_at) const;

  std::vector<int> played_;  ///< by round
  std::size_t entrants_;
};

}  // namespace tichu::arena
