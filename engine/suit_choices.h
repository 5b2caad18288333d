#pragma once

#include <bit>
#include <cstdint>

#include "engine/bounded_list.h"
#include "engine/hand_shape.h"

namespace tichu {

/// No card of a rank is told apart from another: one choice for any number of cards of a rank, the lowest suits. Taken
/// from words that hold the lowest cards of all ranks at once.
class SuitsMerged {
 public:
  static constexpr bool TellsApart = false;

  /// `ranked`: suits' cards, and the Mahjong, which is the one card of its rank in a straight.
  constexpr explicit SuitsMerged(CardSet ranked) : all_(ranked.bits()) {}

  /// The `k` lowest suits' cards of each rank that has as many, 0 <= k <= 3; of a rank with fewer, all of them.
  constexpr CardSet lowest(int k) const {
    if (k == 0) return {};
    const std::uint64_t one = lowest_of(all_);
    if (k == 1) return CardSet(one);
    const std::uint64_t two = one | lowest_of(all_ & ~one);
    if (k == 2) return CardSet(two);
    return CardSet(two | lowest_of(all_ & ~two));
  }

  /// Calls `body(cards)` for the choice of `k` cards of a rank that has as many.
  template <typename Body>
  void each(int rank, int k, Body body) const {
    body(lowest(k) & column(rank));
  }

  /// Calls `body(cards)` for the choice of `k` cards of each rank of a window, which all have as many.
  template <typename Body>
  void each_window(int low, int high, int k, Body body) const {
    body(lowest(k) & columns(low, high));
  }

  /// The same with one card fewer of the rank `phoenix_as` and the Phoenix in its place.
  template <typename Body>
  void each_phoenix_window(int low, int high, int k, int phoenix_as, Body body) const {
    const CardSet others = lowest(k) & columns(low, high);
    body((others - column(phoenix_as)) | (lowest(k - 1) & column(phoenix_as)) | Card::phoenix());
  }

 private:
  static constexpr std::uint64_t lowest_of(std::uint64_t set) {
    return set & ~((set << 16) | (set << 32) | (set << 48));
  }

  std::uint64_t all_;
};

/// Some cards are told apart, the others of a rank are merged.
class SuitsApart {
 public:
  static constexpr bool TellsApart = true;

  /// `ranked` as for SuitsMerged; `apart` are suits' cards of it. One that is alone in its rank leaves no choice and
  /// needs no telling apart.
  SuitsApart(CardSet ranked, CardSet apart)
      : apart_(apart & in_ranks(HandShape(ranked).two())),
        ranks_(apart_.ranks()),
        rest_(ranked - apart_),
        merged_(rest_),
        plain_(rest_ - in_ranks(ranks_)) {}

  /// As SuitsMerged::each: each set of told-apart cards, filled up with merged ones.
  template <typename Body>
  void each(int rank, int k, Body body) const {
    const std::uint64_t apart = (apart_ & column(rank)).bits();
    const CardSet rest = rest_ & column(rank);
    for (std::uint64_t subset = apart;; subset = (subset - 1) & apart) {
      const int missing = k - std::popcount(subset);
      if (missing >= 0 && missing <= rest.size()) body(CardSet(subset) | (merged_.lowest(missing) & rest));
      if (subset == 0) return;
    }
  }

  /// As SuitsMerged::each_window: all products of the ranks' choices.
  template <typename Body>
  void each_window(int low, int high, int k, Body body) const {
    plain_.each_window(low, high, k, [&](CardSet plain) { each_product(plain, low, high, k, 0, body); });
  }

  template <typename Body>
  void each_phoenix_window(int low, int high, int k, int phoenix_as, Body body) const {
    plain_.each_phoenix_window(low, high, k, phoenix_as,
                               [&](CardSet plain) { each_product(plain, low, high, k, phoenix_as, body); });
  }

 private:
  /// More than the most products of a window: 14 cards over five ranks make at most 3 * 3 * 3 * 3 * 2.
  using Sets = BoundedList<CardSet, 256>;

  static constexpr CardSet in_ranks(RankMask ranks) { return CardSet(CardSet::RankColumn * ranks); }

  template <typename Body>
  void each_product(CardSet plain, int low, int high, int k, int phoenix_as, Body body) const {
    Sets products;
    products.add(plain);
    for_each_rank(ranks_ & rank_range(low, high),
                  [&](int rank) { multiply(products, rank, rank == phoenix_as ? k - 1 : k); });
    for (const CardSet cards : products) body(cards);
  }

  void multiply(Sets& products, int rank, int k) const {
    BoundedList<CardSet, 6> choices;  // two of four cards
    each(rank, k, [&](CardSet cards) { choices.add(cards); });
    const int before = products.size();
    products.resize(before * choices.size());
    for (int i = before - 1; i >= 0; --i) {  // from the end, so that nothing is overwritten before it is read
      const CardSet product = products[i];
      for (int j = choices.size() - 1; j >= 0; --j) products[i * choices.size() + j] = product | choices[j];
    }
  }

  CardSet apart_;
  RankMask ranks_;  ///< of the cards told apart
  CardSet rest_;
  SuitsMerged merged_;  ///< of `rest_`
  SuitsMerged plain_;   ///< for the ranks in which no card is told apart
};

}  // namespace tichu
