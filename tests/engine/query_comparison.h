#pragma once

#include <vector>

#include "engine/play_query.h"
#include "engine/random.h"

namespace tichu::test {

/// The cards that belong to a straight flush in the hand, found by looking at every run of five.
CardSet flush_cards(CardSet hand);

/// What tells two choices apart: the play with the cards outside `flush` counted by rank. An order is there to sort by.
struct Choice {
  CombinationKind kind;
  Rank rank;
  Rank phoenix_as;
  std::uint64_t exact;   ///< cards that are told apart: those in `flush`, and the special ones
  std::uint64_t counts;  ///< how many others of each rank, three bits a rank
  friend auto operator<=>(const Choice&, const Choice&) = default;
};
Choice choice(const Combination& play, CardSet flush);

/// A hand with everything that the slow classifier finds in it: what the engine's answers about it are compared with.
class HandComparison {
 public:
  explicit HandComparison(CardSet hand);

  /// Asks both generators, the referee for every play of the hand and for some nonsense, a round in that position, and
  /// the questions behind forced passes. Each difference fails the calling test, with the query. `query.hand` must be
  /// the hand.
  void compare(const PlayQuery& query, Random& random) const;

 private:
  CardSet hand_;
  CardSet flush_;
  std::vector<Combination> all_;
};

}  // namespace tichu::test
