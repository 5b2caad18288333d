#include "bots/steady/hand_plan.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

#include "engine/hand_shape.h"

namespace tichu::steady {
namespace {

constexpr int CutLimit = 3000;

/// How many cards of each rank 1..14, four bits a rank.
class RankCounts {
 public:
  RankCounts() = default;
  explicit RankCounts(CardSet hand) {
    for (const Card card : hand.natural()) add(number(card.rank()), 1);
    if (hand.contains(Card::mahjong())) add(1, 1);
  }
  int at(int rank) const { return static_cast<int>((bits_ >> (4 * rank)) & 15); }
  void add(int rank, int count) { bits_ += static_cast<std::uint64_t>(count) << (4 * rank); }
  /// Without `each` cards of the `length` ranks from `low` up.
  RankCounts without_run(int low, int length, int each) const {
    constexpr std::uint64_t Ones = 0x1111'1111'1111'1111;
    RankCounts rest = *this;
    const std::uint64_t run = (Ones & ((std::uint64_t{1} << (4 * length)) - 1)) << (4 * low);
    rest.bits_ -= run * static_cast<std::uint64_t>(each);
    return rest;
  }
  /// Bit 4 r is set if rank r has at least n cards, n = 1, 2, 3.
  std::uint64_t at_least(int n) const {
    constexpr std::uint64_t Ones = 0x1111'1111'1111'1111;
    // Adding 8 - n to each nibble of 0..4 sets its top bit exactly if the count is at least n.
    return ((bits_ + Ones * static_cast<std::uint64_t>(8 - n)) >> 3) & Ones;
  }

 private:
  std::uint64_t bits_ = 0;
};

constexpr int rank_of_bit(std::uint64_t mask) { return std::countr_zero(mask) / 4; }

/// How many ranks in a row from `low` up are in the mask of RankCounts::at_least.
int run_from(std::uint64_t mask, int low) {
  int length = 0;
  while (low + length <= HighestNatural && ((mask >> (4 * (low + length))) & 1) != 0) ++length;
  return length;
}

/// A straight or stairs that a cut takes out.
struct Run {
  std::uint8_t low = 0;
  std::uint8_t length = 0;  ///< ranks
  std::uint8_t each = 1;    ///< 1 a straight, 2 stairs
};

/// What decides a cut: all else is the best split of what is left rank by rank.
struct Cut {
  std::array<Run, 4> runs{};
  int run_count = 0;
  int phoenix = 0;  ///< the rank that the Phoenix joins; 0 if it is alone or not there
  CardSet flush;    ///< a straight flush that is kept whole
  float cost = std::numeric_limits<float>::max();
};

/// Two ranks that make a full house, and how much cheaper that is than the two apart.
struct FullHouse {
  int triple = 0;
  int pair = 0;
  float saving = 0;
};

class CutSearch {
 public:
  explicit CutSearch(const CombinationCosts& costs) : costs_(costs) {}

  const Cut& best() const { return best_; }

  void search(CardSet hand) {
    search_without_flush(hand, CardSet());
    for (const CardSet flush : straight_flushes(hand)) {
      if (!flush.empty()) search_without_flush(hand - flush, flush);
    }
  }

  float group(int count, int rank) const {
    return rank == phoenix_ && rank != 0 ? costs_.phoenix_group(count, rank) : costs_.group(count, rank);
  }
  FullHouse best_full_house(RankCounts counts) const;
  void use_phoenix_at(int rank) { phoenix_ = rank; }

 private:
  static std::array<CardSet, 4> straight_flushes(CardSet hand);
  void search_without_flush(CardSet hand, CardSet flush);
  void descend(RankCounts counts, int from, float cost);
  float leaf(RankCounts counts) const;

  const CombinationCosts& costs_;
  int phoenix_ = 0;
  Cut current_;
  Cut best_;
  int cuts_ = 0;
};

/// The longest straight flush of each suit, if there is one.
std::array<CardSet, 4> CutSearch::straight_flushes(CardSet hand) {
  std::array<CardSet, 4> found;
  const std::uint64_t bits = hand.natural().bits();
  std::uint64_t starts = flush_starts(bits);
  for (auto& flush : found) {
    if (starts == 0) break;
    const int low = std::countr_zero(starts);
    const int length = std::countr_one(bits >> low);
    flush = CardSet(((std::uint64_t{1} << length) - 1) << low);
    starts &= ~(flush.bits() | (0xffffull << (low & ~15)));
  }
  return found;
}

void CutSearch::search_without_flush(CardSet hand, CardSet flush) {
  float fixed = flush.empty() ? 0 : costs_.straight_flush();
  if (hand.contains(Card::dog())) fixed += costs_.single(0);
  if (hand.contains(Card::dragon())) fixed += costs_.single(number(Rank::Dragon));
  const RankCounts counts(hand);
  current_ = Cut{};
  current_.flush = flush;
  phoenix_ = 0;
  if (!hand.contains(Card::phoenix())) {
    descend(counts, 1, fixed);
    return;
  }
  descend(counts, 1, fixed + costs_.lone_phoenix());
  const std::uint64_t ranks = counts.at_least(1);
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
    const int there = counts.at(rank);
    if (there > 2) continue;
    RankCounts with = counts;
    with.add(rank, 1);
    if (there == 0) {
      int low = rank;
      while (low > 1 && ((ranks >> (4 * (low - 1))) & 1) != 0) --low;
      if (run_from(with.at_least(1), low) < MinStraight) continue;
    }
    phoenix_ = rank;
    current_.phoenix = rank;
    descend(with, 1, fixed);
  }
}

void CutSearch::descend(RankCounts counts, int from, float cost) {
  if (++cuts_ > CutLimit) return;
  const float total = cost + leaf(counts);
  if (total < best_.cost) {
    best_ = current_;
    best_.cost = total;
  }
  if (current_.run_count == static_cast<int>(current_.runs.size())) return;
  const auto take = [&](int low, int length, int each, float run_cost) {
    const auto at = static_cast<std::size_t>(current_.run_count++);
    current_.runs[at] = {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(length),
                         static_cast<std::uint8_t>(each)};
    descend(counts.without_run(low, length, each), low, cost + run_cost);
    --current_.run_count;
  };
  const std::uint64_t singles = counts.at_least(1);
  const std::uint64_t straights = singles & (singles >> 4) & (singles >> 8) & (singles >> 12) & (singles >> 16);
  for (std::uint64_t lows = straights >> (4 * from) << (4 * from); lows != 0; lows &= lows - 1) {
    const int low = rank_of_bit(lows);
    const int longest = run_from(singles, low);
    for (int length = MinStraight; length <= longest; ++length) {
      take(low, length, 1, costs_.straight(length, low + length - 1));
    }
  }
  const std::uint64_t pairs = counts.at_least(2);
  for (std::uint64_t lows = (pairs & (pairs >> 4)) >> (4 * from) << (4 * from); lows != 0; lows &= lows - 1) {
    const int low = rank_of_bit(lows);
    const int longest = std::min(7, run_from(pairs, low));
    for (int length = 2; length <= longest; ++length) take(low, length, 2, costs_.stairs(length, low + length - 1));
  }
}

FullHouse CutSearch::best_full_house(RankCounts counts) const {
  FullHouse best;
  for (std::uint64_t triples = counts.at_least(3); triples != 0; triples &= triples - 1) {
    const int triple = rank_of_bit(triples);
    const int triple_count = counts.at(triple);
    for (std::uint64_t pairs = counts.at_least(2); pairs != 0; pairs &= pairs - 1) {
      const int pair = rank_of_bit(pairs);
      if (pair == triple) continue;
      const int pair_count = counts.at(pair);
      const float apart = group(triple_count, triple) + group(pair_count, pair);
      // Natural cards go first: what is left over may be the Phoenix.
      const float together = costs_.full_house(triple) + group(triple_count - 3, triple) + group(pair_count - 2, pair);
      if (apart - together > best.saving) best = {triple, pair, apart - together};
    }
  }
  return best;
}

float CutSearch::leaf(RankCounts counts) const {
  float cost = 0;
  for (std::uint64_t ranks = counts.at_least(1); ranks != 0; ranks &= ranks - 1) {
    const int rank = rank_of_bit(ranks);
    cost += group(counts.at(rank), rank);
  }
  while (counts.at_least(3) != 0) {
    const FullHouse house = best_full_house(counts);
    if (house.triple == 0) break;
    cost -= house.saving;
    counts = counts.without_run(house.triple, 1, 3).without_run(house.pair, 1, 2);
  }
  return cost;
}

/// Turns the best cut into combinations of the hand's cards.
class PlanWriter {
 public:
  PlanWriter(CardSet hand, const CombinationCosts& costs, const Cut& cut)
      : costs_(costs), cut_(cut), rest_(hand), phoenix_(cut.phoenix) {}

  HandPlan write() {
    plan_.set_cost(cut_.cost);
    if (!cut_.flush.empty()) put(cut_.flush, 0);
    for (int i = 0; i < cut_.run_count; ++i) write_run(cut_.runs[static_cast<std::size_t>(i)]);
    write_full_houses();
    for (int rank = 1; rank <= HighestNatural; ++rank) write_group(rank);
    for (const Card card : rest_) put(CardSet(card), 0);
    return plan_;
  }

 private:
  int natural_count(int rank) const {
    return rank == 1 ? (rest_.contains(Card::mahjong()) ? 1 : 0) : rest_.count(static_cast<Rank>(rank));
  }
  bool phoenix_at(int rank) const { return phoenix_ == rank && rank != 0 && rest_.contains(Card::phoenix()); }

  /// Natural cards of a rank, at most `count`; the Phoenix fills in if one is missing.
  CardSet take(int rank, int count) const {
    if (rank == 1) return CardSet(Card::mahjong());
    CardSet taken;
    const CardSet held = CardSet::of_rank(static_cast<Rank>(rank)) & rest_;
    for (const Card card : held) {
      if (taken.size() < count) taken.insert(card);
    }
    if (taken.size() < count) taken.insert(Card::phoenix());
    return taken;
  }
  void put(CardSet cards, int phoenix_as) {
    const auto part = read_combination(cards, {}, cards.size() == 1 ? Rank::None : static_cast<Rank>(phoenix_as));
    assert(part);
    plan_.add(*part);
    rest_ -= cards;
  }
  void put_with(CardSet cards) { put(cards, cards.contains(Card::phoenix()) ? phoenix_ : 0); }

  void write_run(const Run& run) {
    CardSet cards;
    for (int rank = run.low; rank < run.low + run.length; ++rank) cards |= take(rank, run.each);
    put_with(cards);
  }

  void write_full_houses() {
    CutSearch search(costs_);
    while (true) {
      RankCounts counts(rest_);
      search.use_phoenix_at(rest_.contains(Card::phoenix()) ? phoenix_ : 0);
      if (phoenix_at(phoenix_)) counts.add(phoenix_, 1);
      const FullHouse house = search.best_full_house(counts);
      if (house.triple == 0) return;
      put_with(take(house.triple, 3) | take(house.pair, 2));
    }
  }

  /// Splits what is left of a rank in the way that its cost says.
  void write_group(int rank) {
    const int natural = natural_count(rank);
    const int count = natural + (phoenix_at(rank) ? 1 : 0);
    if (count == 0) return;
    if (phoenix_at(rank)) {
      const CardSet joined = take(rank, costs_.with_phoenix(count, rank));
      put(joined | CardSet(Card::phoenix()), joined.empty() ? 0 : rank);
    } else {
      put(take(rank, costs_.first_of_group(count, rank)), 0);
    }
    write_group(rank);
  }

  const CombinationCosts& costs_;
  const Cut& cut_;
  CardSet rest_;
  int phoenix_;
  HandPlan plan_;
};

}  // namespace

float plan_cost(CardSet hand, const CombinationCosts& costs) {
  if (hand.empty()) return 0;
  CutSearch search(costs);
  search.search(hand);
  return search.best().cost;
}

HandPlan plan_hand(CardSet hand, const CombinationCosts& costs) {
  if (hand.empty()) return {};
  CutSearch search(costs);
  search.search(hand);
  return PlanWriter(hand, costs, search.best()).write();
}

}  // namespace tichu::steady
