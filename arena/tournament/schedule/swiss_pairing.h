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
  std::optional<std::size_t> bye;                          ///< who rests, of an odd number
};

/// Pairs ranks 0 (the best) to met.size() - 1. `met[a][b]` is how often two have met, `rested[a]` how often one had a
/// bye. The bye goes to the lowest of those who had fewest, as far as the others can be paired. Then from the top: each
/// meets whom it has met least, of these the nearest in rank, of those with whom the rest can still be paired. Nobody
/// meets anybody once more than all can be paired without (tested with Edmonds' matching algorithm, from Boost.Graph).
SwissRound pair_swiss(const std::vector<std::vector<int>>& met, const std::vector<int>& rested);

/// Whether so many rounds of pair_swiss never repeat a meeting (or a bye), whatever the results. With n entrants, or
/// one more if they are odd, those who have not met in r rounds leave n - 1 - r opponents to each: while these are half
/// of all there is a round (Dirac 1952), and with one round more if that makes their number odd (Tutte 1947: three
/// parts of more than they would be wanted). Beyond, six entrants can fall into two threes of which each has met the
/// other.
bool has_free_pairings(std::size_t entrants, std::uint64_t rounds);

/// The rounds of everybody against everybody, each meeting and each bye once in all of them (the circle method). So any
/// of them can be played in any order.
class CircleRounds {
 public:
  /// At least two entrants.
  explicit CircleRounds(std::size_t entrants) : played_(entrants - 1 + entrants % 2, 0), entrants_(entrants) {}

  /// Takes one of the rounds that were played least: that in which ranks are nearest to their opponents', a bye being a
  /// rank below the last. `rank_at[i]` is the rank at place i of the circle.
  SwissRound take_nearest(const std::vector<std::size_t>& rank_at);

 private:
  SwissRound round(std::size_t number, const std::vector<std::size_t>& rank_at) const;

  std::vector<int> played_;  ///< by round
  std::size_t entrants_;
};

}  // namespace tichu::arena
