#pragma once

#include <array>
#include <cstdint>

#include "bots/steady/card_count.h"
#include "bots/steady/weights.h"
#include "engine/combination.h"

namespace tichu::steady {

/// What each combination costs in a plan, in tempi: about 1 for one that only ever leaves the hand by being led, less
/// the likelier it wins its trick or is thrown on another's; below 0 for a sure winner, which gives a lead to another
/// combination.
class CombinationCosts {
 public:
  /// Costs against the cards that are out there.
  static CombinationCosts estimate(const CardCount& count, const SeatView& view, const CostWeights& weights);
  /// 0 for what cannot be beaten but by a bomb, 1 for all else: a plan's cost is the number of its losers.
  static CombinationCosts losers(const CardCount& count);

  float of(const Combination& play) const;

  float single(int rank) const { return single_[index(rank)]; }
  float lone_phoenix() const { return lone_phoenix_; }
  float pair(int rank) const { return pair_[index(rank)]; }
  float triple(int rank) const { return triple_[index(rank)]; }
  float full_house(int rank) const { return full_house_[index(rank)]; }
  float quad(int rank) const { return quad_[index(rank)]; }
  float straight(int length, int rank) const { return straight_[index(length)][index(rank)]; }
  float stairs(int pairs, int rank) const { return stairs_[index(pairs)][index(rank)]; }
  float straight_flush() const { return straight_flush_; }

  /// The least cost of `count` natural cards of a rank, split as is best: 0 to 4 cards, rank 1..14.
  float group(int count, int rank) const { return group_[index(count)][index(rank)]; }
  /// How many of them that split plays together first, 1 to `count`; the others are split as a smaller group.
  int first_of_group(int count, int rank) const { return first_of_group_[index(count)][index(rank)]; }
  /// The least cost of `count` cards of which one is the Phoenix: 1 to 3.
  float phoenix_group(int count, int rank) const { return phoenix_group_[index(count)][index(rank)]; }
  /// How many natural cards that split plays with the Phoenix; 0: the Phoenix is played alone.
  int with_phoenix(int count, int rank) const { return with_phoenix_[index(count)][index(rank)]; }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }
  template <typename Cost>
  void fill(Cost cost);
  void fill_groups();

  using ByRank = std::array<float, 16>;
  ByRank single_{}, pair_{}, triple_{}, full_house_{}, quad_{};
  std::array<ByRank, 15> straight_{};
  std::array<ByRank, 8> stairs_{};
  std::array<ByRank, 5> group_{};
  std::array<ByRank, 4> phoenix_group_{};
  using CountByRank = std::array<std::uint8_t, 16>;
  std::array<CountByRank, 5> first_of_group_{};
  std::array<CountByRank, 4> with_phoenix_{};
  float lone_phoenix_ = 0;
  float straight_flush_ = 0;
};

}  // namespace tichu::steady
