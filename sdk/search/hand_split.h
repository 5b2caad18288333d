#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/combination.h"

namespace tichu {

/// A hand of at most 14 cards cut into combinations, as a playout needs it: found within a microsecond, good, not the
/// best. Bombs stay whole; of the ways to take out straights, the one that leaves the fewest weak combinations wins;
/// the rest becomes stairs, full houses, triples, pairs and singles. The Phoenix fills a straight or stays alone.
class HandSplit {
 public:
  HandSplit() = default;
  explicit HandSplit(CardSet hand);

  /// The cards of all parts.
  CardSet hand() const { return hand_; }
  /// Disjoint combinations that make up the hand, each read as a lead; in no order.
  std::span<const Combination> parts() const { return {parts_.data(), count_}; }

 private:
  std::array<Combination, 14> parts_{};
  std::size_t count_ = 0;
  CardSet hand_;
};

}  // namespace tichu
