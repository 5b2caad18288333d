#include "arena/tournament/schedule/mixed_partnerships.h"

#include <algorithm>
#include <limits>
#include <set>

#include "arena/tournament/schedule/fixed_pairings.h"

namespace tichu::arena {
namespace {

/// The place of a pair of bots in `all_partnerships`.
EntrantId partnership_id(std::size_t bots, std::size_t a, std::size_t b) {
  const std::size_t low = std::min(a, b);
  const std::size_t high = std::max(a, b);
  return static_cast<EntrantId>(low * (2 * bots - low - 1) / 2 + (high - low - 1));
}

/// A block of the design: bots 0 and `gap` against `shift` and `shift + other_gap`, on a circle of bots.
struct Block {
  std::size_t gap = 0;
  std::size_t shift = 0;
  std::size_t other_gap = 0;
};

/// Counts how often bots at each distance on the circle are opponents.
class OpponentCounts {
 public:
  explicit OpponentCounts(std::size_t bots) : bots_(bots), counts_(bots / 2 + 1, 0) {}

  /// The distances of the block's four pairs of opponents.
  std::array<std::size_t, 4> distances(const Block& block) const {
    const std::size_t end = block.shift + block.other_gap;
    return {distance(0, block.shift), distance(0, end), distance(block.gap, block.shift), distance(block.gap, end)};
  }
  /// How uneven the counts would be with this block: the sum of squares grows by twice these counts.
  std::size_t cost(const Block& block) const {
    std::size_t sum = 0;
    for (const std::size_t d : distances(block)) sum += counts_[d];
    return sum;
  }
  void add(const Block& block) {
    for (const std::size_t d : distances(block)) counts_[d] += 1;
  }

 private:
  std::size_t distance(std::size_t a, std::size_t b) const {
    const std::size_t around = (b % bots_ + bots_ - a % bots_) % bots_;
    return std::min(around, bots_ - around);
  }

  std::size_t bots_;
  std::vector<std::size_t> counts_;
};

/// Whether the block has four different bots.
bool is_disjoint(const Block& block, std::size_t bots) {
  const std::set<std::size_t> members{0, block.gap, block.shift % bots, (block.shift + block.other_gap) % bots};
  return members.size() == 4;
}

/// The shift for which the opponents stay most even, the least of those.
Block best_block(std::size_t bots, std::size_t gap, std::size_t other_gap, const OpponentCounts& counts) {
  Block best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t shift = 1; shift < bots; ++shift) {
    const Block block{gap, shift, other_gap};
    if (!is_disjoint(block, bots)) continue;
    if (const std::size_t cost = counts.cost(block); cost < least) {
      least = cost;
      best = block;
    }
  }
  return best;
}

void develop(const Block& block, std::size_t bots, std::set<Pairing>& pairings) {
  for (std::size_t i = 0; i < bots; ++i) {
    const EntrantId first = partnership_id(bots, i, (i + block.gap) % bots);
    const EntrantId second = partnership_id(bots, (i + block.shift) % bots, (i + block.shift + block.other_gap) % bots);
    pairings.insert({std::min(first, second), std::max(first, second)});
  }
}

/// Partners at each distance meet partners at the same distance and at the next one.
std::vector<Pairing> cyclic_pairings(std::size_t bots) {
  OpponentCounts counts(bots);
  std::set<Pairing> pairings;
  const std::size_t gaps = bots / 2;
  for (std::size_t gap = 1; gap <= gaps; ++gap) {
    for (const std::size_t other : {gap, gap % gaps + 1}) {
      const Block block = best_block(bots, gap, other, counts);
      counts.add(block);
      develop(block, bots, pairings);
    }
  }
  return {pairings.begin(), pairings.end()};
}

}  // namespace

std::vector<Partnership> all_partnerships(std::size_t bots) {
  std::vector<Partnership> pairs;
  for (std::size_t a = 0; a < bots; ++a) {
    for (std::size_t b = a + 1; b < bots; ++b) pairs.push_back({{static_cast<BotId>(a), static_cast<BotId>(b)}});
  }
  return pairs;
}

std::vector<Pairing> mixed_pairings(std::size_t bots) {
  const std::size_t partnerships = all_partnerships(bots).size();
  if (partnerships < 2) return {};
  return partnerships * (partnerships - 1) / 2 <= MaxFullMixedPairings ? round_robin(partnerships)
                                                                       : cyclic_pairings(bots);
}

}  // namespace tichu::arena
