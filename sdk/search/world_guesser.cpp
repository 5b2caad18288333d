#include "sdk/search/world_guesser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/deal.h"
#include "sdk/search/determinize.h"
#include "sdk/search/hand_split.h"

namespace tichu {
namespace {

bool anybody_played(const Observation& seen) {
  return std::any_of(AllSides.begin(), AllSides.end(), [&](Side side) { return !seen.played[side].empty(); });
}

/// How many guesses are weighed against each other if somebody has called before the play.
constexpr int Tries = 8;

bool others_called(const Observation& seen) {
  return std::any_of(OtherSides.begin(), OtherSides.end(), [&](Side side) { return seen.calls[side] != Call::None; });
}

/// How strong a hand of fourteen cards is, in aces: what it takes tricks with, less what it must get rid of.
double strength(CardSet hand) {
  constexpr double King = 0.4;
  constexpr double Part = 0.35;
  constexpr double UsualParts = 7;
  constexpr double Bomb = 1.5;
  double sum = hand.count(Rank::Ace) + King * hand.count(Rank::King);
  sum += hand.contains(Card::dragon()) ? 2 : 0;
  sum += hand.contains(Card::phoenix()) ? 2 : 0;
  const HandSplit split(hand);
  for (const Combination& part : split.parts()) sum += part.is_bomb() ? Bomb : 0;
  return sum - Part * (static_cast<double>(split.parts().size()) - UsualParts);
}

/// How likely those who called were to call with the hands that a guess gives them.
double odds_of_calls(const Observation& seen, const Round& guessed) {
  constexpr double Threshold = 4.5;  // every seventh hand or so
  constexpr double Steepness = 2;
  double odds = 1;
  for (const Side side : OtherSides) {
    if (seen.calls[side] == Call::None) continue;
    odds /= 1 + std::exp(Steepness * (Threshold - strength(guessed.hand(Seat(0).at(side)))));
  }
  return odds;
}

/// Puts the cards of a set into a seat's places from `place` on.
void put(Deal& deal, Seat seat, std::size_t& place, CardSet cards) {
  for (const Card card : cards) deal.cards[seat][place++] = card;
}

}  // namespace

WorldGuesser::WorldGuesser(const Observation& seen, Question asked, bool believes)
    : seen_(seen), asked_(asked), believes_(believes) {
  // The last gift of a Dragon is asked for when the stage is Over already.
  if (seen.stage != Stage::FirstEight && seen.stage != Stage::BeforePush) hidden_.emplace(seen);
}

std::optional<Round> WorldGuesser::guess(Random& random) {
  if (hidden_) return guess_play(random);
  return others_called(seen_) ? guess_deal_with_calls(random) : guess_deal(random);
}

/// One of several guesses, each as likely as its callers were to call with such hands.
Round WorldGuesser::guess_deal_with_calls(Random& random) const {
  Round chosen = guess_deal(random);
  double sum = odds_of_calls(seen_, chosen);
  for (int i = 1; i < Tries; ++i) {
    const Round other = guess_deal(random);
    const double odds = odds_of_calls(seen_, other);
    sum += odds;
    if (static_cast<double>(random.below(1U << 30)) * sum < odds * static_cast<double>(1U << 30)) chosen = other;
  }
  return chosen;
}

std::optional<Round> WorldGuesser::guess_play(Random& random) {
  const auto hands = believes_ ? hidden_->walk.next(random) : guess_hands(hidden_->cards, random);
  if (!hands) return std::nullopt;
  if (asked_ != Question::Tichu) return imagine_round(seen_, *hands, asked_);
  // A call may come while it is another seat's turn: that seat goes on.
  Side turn = seen_.to_act;
  if (!anybody_played(seen_)) {
    for (const Side side : AllSides) {
      const CardSet hand = side == Side::Me ? seen_.hand : (*hands)[side];
      if (hand.contains(Card::mahjong())) turn = side;
    }
  }
  return imagine_round(seen_, *hands, Question::Turn, turn);
}

Round WorldGuesser::guess_deal(Random& random) const {
  std::array<Card, Card::Count> deck;
  std::size_t size = 0;
  for (const Card card : seen_.unseen()) deck[size++] = card;
  for (std::size_t i = size; i > 1; --i) {
    std::swap(deck[random.below(static_cast<std::uint32_t>(i))], deck[i - 1]);
  }
  Deal deal;
  std::size_t own = 0;
  put(deal, Seat(0), own, seen_.first_eight);
  put(deal, Seat(0), own, seen_.hand - seen_.first_eight);
  std::size_t next = 0;
  for (; own < Deal::HandCards; ++own) deal.cards[Seat(0)][own] = deck[next++];
  for (const Side side : OtherSides) {
    for (std::size_t i = 0; i < Deal::HandCards; ++i) deal.cards[Seat(0).at(side)][i] = deck[next++];
  }
  Round round(deal, seen_.rules);
  if (seen_.stage == Stage::FirstEight) return round;
  while (!round.is_over() && round.pending().question == Question::GrandTichu) {
    const Seat seat = round.pending().seats.first();
    const bool called = seen_.calls[seat.seen_from(Seat(0))] == Call::GrandTichu;
    round.apply(seat, called ? Action::call_grand_tichu() : Action::no_grand_tichu());
  }
  for (const Side side : AllSides) {
    const Seat seat = Seat(0).at(side);
    if (seen_.calls[side] == Call::Tichu && round.may_call_tichu(seat)) round.apply(seat, Action::call_tichu());
  }
  return round;
}

void do_answer(Round& round, Question asked, const Answer& answer) {
  switch (asked) {
    case Question::GrandTichu:
      round.apply(Seat(0), answer.call ? Action::call_grand_tichu() : Action::no_grand_tichu());
      return;
    case Question::Tichu:
      if (answer.call) round.apply(Seat(0), Action::call_tichu());
      return;
    default:
      round.apply(Seat(0), answer.action);
  }
}

}  // namespace tichu
