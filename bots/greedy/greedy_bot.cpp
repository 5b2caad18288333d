#include "bots/greedy/greedy_bot.h"

#include <tuple>

#include "engine/hand_shape.h"

namespace tichu::bots {
namespace {

/// How many cards of the hand a play tears from their pair, triple or quad.
int torn_cards(CardSet hand, const Combination& play) {
  int torn = 0;
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
    const int used = play.cards.count(static_cast<Rank>(rank));
    if (used > 0) torn += hand.count(static_cast<Rank>(rank)) - used;
  }
  return torn;
}

/// The order in which greedy would rather play: more cards, then what tears the least, then without the Phoenix, then
/// lower.
bool is_greedier(CardSet hand, const Combination& a, const Combination& b) {
  const auto order = [hand](const Combination& play) {
    return std::tuple(-static_cast<int>(play.length), torn_cards(hand, play), play.cards.contains(Card::phoenix()),
                      play.half_points(), play.kind, play.cards.bits());
  };
  return order(a) < order(b);
}

bool opponent_is_close(const Observation& seen) {
  const auto close = [&](Side side) { return seen.hand_size[side] > 0 && seen.hand_size[side] <= 3; };
  return close(Side::Right) || close(Side::Left);
}

/// Whether greedy lets `play` go for its partner's sake.
bool spares_partner(const Observation& seen, const Combination& play) {
  if (seen.table.empty() || seen.table_owner != Side::Partner) return false;
  return play.length < seen.hand.size() && play.rank >= Rank::Ten;
}

/// Whether `play` would spend the Dragon or the Phoenix alone on a single below the king, with no opponent close.
bool wastes_a_control(const Observation& seen, const Combination& play) {
  if (seen.table.empty() || seen.table.rank >= Rank::King || opponent_is_close(seen)) return false;
  return (play.is_dragon() || play.is_lone_phoenix()) && play.length < seen.hand.size();
}

int count_of_controls(CardSet hand) {
  int controls = hand.count(Rank::Ace) + (hand.contains(Card::dragon()) ? 1 : 0) +
                 (hand.contains(Card::phoenix()) ? 1 : 0) + (flush_starts(hand.natural().bits()) != 0 ? 1 : 0);
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
    if (hand.count(static_cast<Rank>(rank)) == 4) ++controls;
  }
  return controls;
}

/// What greedy would rather give away: low first, singles before what belongs to a pair.
int worth_keeping(CardSet hand, Card card) {
  if (card == Card::phoenix() || card == Card::dragon()) return 100;
  if (card == Card::dog()) return -1;
  if (card == Card::mahjong()) return 50;
  return number(card.rank()) + 6 * (hand.count(card.rank()) - 1);
}

Card least_worth(CardSet hand, CardSet from) {
  Card least = from.first();
  for (const Card card : from) {
    if (worth_keeping(hand, card) < worth_keeping(hand, least)) least = card;
  }
  return least;
}

/// The highest single below the ace; if no rank stands alone, the card that is least worth keeping.
Card card_for_partner(CardSet hand, CardSet from) {
  Card best = Card::none();
  for (const Card card : from) {
    if (card.is_special() || card.rank() == Rank::Ace || hand.count(card.rank()) > 1) continue;
    if (!best.is_card() || card.rank() > best.rank()) best = card;
  }
  return best.is_card() ? best : least_worth(hand, from);
}

}  // namespace

Play GreedyBot::play(const Observation& seen) {
  canonical_plays(PlayQuery::turn(seen), plays_);
  const bool bombs_allowed = !plays_.may_pass() || opponent_is_close(seen);
  Play best;
  for (const Combination& play : plays_) {
    const bool goes_out = play.length == seen.hand.size();
    if (play.is_bomb() && !bombs_allowed && !goes_out) continue;
    if (plays_.may_pass() && (spares_partner(seen, play) || wastes_a_control(seen, play))) continue;
    if (!best || is_greedier(seen.hand, play, *best)) best = play;
  }
  return best;
}

Rank GreedyBot::wish(const Observation& seen, const Combination&) {
  const Card given = seen.given.to(Side::Right);
  return given.is_card() && is_natural(given.rank()) ? given.rank() : Rank::Ace;
}

bool GreedyBot::call_tichu(const Observation& seen) {
  return seen.stage == Stage::Play && seen.calls[Side::Partner] == Call::None && count_of_controls(seen.hand) >= 4;
}

PushedCards GreedyBot::push(const Observation& seen) {
  PushedCards pushed;
  CardSet rest = seen.hand;
  for (const Side side : {Side::Right, Side::Left}) {
    pushed.to(side) = least_worth(seen.hand, rest);
    rest.erase(pushed.to(side));
  }
  pushed.to(Side::Partner) = card_for_partner(seen.hand, rest);
  return pushed;
}

Play GreedyBot::bomb(const Observation& seen) {
  if (seen.table_owner == Side::Me) return std::nullopt;
  canonical_plays(PlayQuery::bomb(seen), plays_);
  const bool stops_opponent = seen.table_owner != Side::Partner && opponent_is_close(seen);
  for (const Combination& play : plays_) {
    if (play.length == seen.hand.size() || stops_opponent) return play;
  }
  return std::nullopt;
}

}  // namespace tichu::bots
