#include "bots/steady/card_count.h"

#include <algorithm>

#include "sdk/judgement/trick_stakes.h"

namespace tichu::steady {
namespace {

/// The chances that one seat holds at least one, two, three cards of a rank.
struct Holding {
  std::array<float, 4> at_least{1, 0, 0, 0};
};

/// `unknown` cards lie with the seat with chance `share` each, `certain` ones for sure.
Holding holding(int unknown, int certain, float share) {
  // Binomial chances of exactly k of `unknown`.
  std::array<float, 5> exactly{1, 0, 0, 0, 0};
  for (int card = 0; card < unknown; ++card) {
    for (std::size_t k = 4; k > 0; --k) exactly[k] = exactly[k] * (1 - share) + exactly[k - 1] * share;
    exactly[0] *= 1 - share;
  }
  Holding result;
  for (int k = 1; k <= 3; ++k) {
    float chance = 0;
    for (int more = std::max(0, k - certain); more <= 4; ++more) chance += exactly[static_cast<std::size_t>(more)];
    result.at_least[static_cast<std::size_t>(k)] = chance;
  }
  return result;
}

/// The chance that all of a run's ranks are there, or all but one and the Phoenix.
float run_chance(const std::array<float, 16>& have, int low, int high, float phoenix) {
  float all = 1;
  float weakest = 1;
  int missing = 0;
  float others = 1;
  for (int rank = low; rank <= high; ++rank) {
    const float chance = have[static_cast<std::size_t>(rank)];
    weakest = std::min(weakest, chance);
    if (chance == 0) {
      ++missing;
    } else {
      others *= chance;
    }
    all *= chance;
  }
  if (phoenix == 0 || missing > 1) return all;
  const float without_weakest = missing == 1 ? others : all / weakest;
  return all + phoenix * (without_weakest - all);
}

}  // namespace

CardCount::CardCount(const SeatView& view) {
  for (const Side side : OtherSides) {
    if (view.in_play(side)) estimate(view, side, threats_[side]);
  }
}

void CardCount::estimate(const SeatView& view, Side side, Threat& threat) const {
  CardSet certain_anywhere;
  for (const CardSet cards : view.known.values) certain_anywhere |= cards;
  const CardSet unknown = view.unseen - certain_anywhere;
  const CardSet certain = view.known[side];
  const int hand_size = view.hand_size[side];
  const float share =
      unknown.empty()
          ? 0.0f
          : std::clamp(static_cast<float>(hand_size - certain.size()) / static_cast<float>(unknown.size()), 0.0f, 1.0f);
  const auto chance_of = [&](Card card) {
    return certain.contains(card) ? 1.0f : unknown.contains(card) ? share : 0.0f;
  };
  const float phoenix = chance_of(Card::phoenix());
  const float dragon = chance_of(Card::dragon());

  std::array<float, 16> one{}, two{}, three{};
  one[1] = chance_of(Card::mahjong());
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
    const auto r = static_cast<std::size_t>(rank);
    const Rank as_rank = static_cast<Rank>(rank);
    const Holding held = holding(unknown.count(as_rank), certain.count(as_rank), share);
    one[r] = held.at_least[1];
    two[r] = held.at_least[2] + phoenix * (held.at_least[1] - held.at_least[2]);
    three[r] = held.at_least[3] + phoenix * (held.at_least[2] - held.at_least[3]);
  }

  // From the ace down: the chance that nothing of a higher rank is there.
  float no_single = (1 - dragon) * (1 - phoenix);
  float no_pair = 1;
  float no_triple = 1;
  for (int rank = HighestNatural; rank >= 0; --rank) {
    const auto r = static_cast<std::size_t>(rank);
    threat.single[r] = 1 - no_single;
    threat.pair[r] = hand_size >= 2 ? 1 - no_pair : 0;
    threat.triple[r] = hand_size >= 3 ? 1 - no_triple : 0;
    threat.full_house[r] = hand_size >= 5 ? PairToSpare * (1 - no_triple) : 0;
    no_single *= 1 - one[r];
    no_pair *= 1 - two[r];
    no_triple *= 1 - three[r];
  }
  for (int pairs = 2; pairs <= 7 && 2 * pairs <= hand_size; ++pairs) {
    float none = 1;
    for (int top = HighestNatural; top >= LowestNatural + pairs - 1; --top) {
      threat.stairs[static_cast<std::size_t>(pairs)][static_cast<std::size_t>(top)] = 1 - none;
      none *= 1 - run_chance(two, top - pairs + 1, top, 0);
    }
  }
  for (int length = MinStraight; length <= 14 && length <= hand_size; ++length) {
    float none = 1;
    for (int top = HighestNatural; top >= length; --top) {
      threat.straight[static_cast<std::size_t>(length)][static_cast<std::size_t>(top)] = 1 - none;
      none *= 1 - run_chance(one, top - length + 1, top, phoenix);
    }
  }
}

float CardCount::beats(Side side, const Combination& play) const {
  const Threat& threat = threats_[side];
  const auto rank = static_cast<std::size_t>(number(play.rank));
  switch (play.kind) {
    case CombinationKind::Single:
      return play.is_dragon() || play.is_dog() ? 0.0f : threat.single[rank];
    case CombinationKind::Pair:
      return threat.pair[rank];
    case CombinationKind::Triple:
      return threat.triple[rank];
    case CombinationKind::FullHouse:
      return threat.full_house[rank];
    case CombinationKind::Stairs:
      return threat.stairs[play.length / 2][rank];
    case CombinationKind::Straight:
      return threat.straight[play.length][rank];
    default:
      return 0;
  }
}

float CardCount::holds(const Combination& play) const {
  return (1 - beats(Side::Right, play)) * (1 - beats(Side::Left, play));
}

}  // namespace tichu::steady
