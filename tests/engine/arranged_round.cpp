#include "tests/engine/arranged_round.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "engine/notation.h"
#include "engine/plays.h"
#include "engine/random.h"

namespace tichu::test {
namespace {

/// The cards of the deck that no hand names, in an order of their own for each try.
std::vector<Card> shuffled_rest(const PerSeat<CardSet>& named, std::uint64_t attempt) {
  std::vector<Card> rest;
  for (int i = 0; i < Card::Count; ++i) {
    bool taken = false;
    for (const CardSet hand : named.values) taken = taken || hand.contains(Card::from_index(i));
    if (!taken) rest.push_back(Card::from_index(i));
  }
  Random random(17, attempt);
  for (std::size_t last = rest.size(); last > 1; --last) {
    std::swap(rest[last - 1], rest[random.below(static_cast<std::uint32_t>(last))]);
  }
  return rest;
}

/// Whether filling up `named` to fourteen cards each went without a bomb that the named cards have not.
bool fill_up(PerSeat<CardSet>& hands, std::uint64_t attempt) {
  const PerSeat<CardSet> named = hands;
  std::vector<Card> rest = shuffled_rest(named, attempt);
  for (const Seat seat : AllSeats) {
    while (hands[seat].size() < Deal::HandCards) {
      hands[seat].insert(rest.back());
      rest.pop_back();
    }
    PlayList before;
    PlayList after;
    exact_plays({.hand = named[seat], .table = combination("2j"), .out_of_turn = true}, before);
    exact_plays({.hand = hands[seat], .table = combination("2j"), .out_of_turn = true}, after);
    if (after.size() != before.size()) return false;
  }
  return true;
}

PerSeat<CardSet> filled(const Hands& texts) {
  PerSeat<CardSet> named;
  CardSet all;
  for (const Seat seat : AllSeats) {
    named[seat] = cards(texts[static_cast<std::size_t>(seat.number())]);
    if (all.intersects(named[seat]))
      throw std::invalid_argument("two hands name the same card: " + to_text(all & named[seat]));
    all |= named[seat];
  }
  for (std::uint64_t attempt = 0; attempt < 1000; ++attempt) {
    PerSeat<CardSet> hands = named;
    if (fill_up(hands, attempt)) return hands;
  }
  throw std::invalid_argument("these hands cannot be filled up without bombs");
}

}  // namespace

CardSet cards(std::string_view text) {
  const Parsed<CardSet> read = parse_cards(text);
  if (read) return *read;
  ADD_FAILURE() << text << ": " << read.error().message;
  return {};
}

Combination combination(std::string_view text, const Combination& table) {
  const Parsed<Combination> read = parse_combination(text, table);
  if (read) return *read;
  ADD_FAILURE() << text << ": " << read.error().message;
  return {};
}

Arrangement arrange(const Hands& texts) {
  const PerSeat<CardSet> hands = filled(texts);
  Arrangement arranged;
  PerSeat<CardSet> before = hands;
  for (const Seat receiver : AllSeats) {
    CardSet left = hands[receiver];
    for (const Side side : OtherSides) {
      const Seat giver = receiver.at(side);
      const Card card = left.first();
      left.erase(card);
      before[receiver].erase(card);
      before[giver].insert(card);
      arranged.pushes[giver].to(receiver.seen_from(giver)) = card;
    }
  }
  for (const Seat seat : AllSeats) {
    std::size_t place = 0;
    for (const Card card : before[seat]) arranged.deal.cards[seat][place++] = card;
  }
  return arranged;
}

ArrangedRound::ArrangedRound(const Hands& hands, const Rules& rules, SeatSet grand_callers)
    : round_(arrange(hands).deal, rules, log_) {
  const Arrangement arranged = arrange(hands);
  while (round_.pending().question == Question::GrandTichu) {
    const Seat seat = round_.pending().seats.first();
    round_.apply(seat, grand_callers.contains(seat) ? Action::call_grand_tichu() : Action::no_grand_tichu(), log_);
  }
  for (const Seat seat : AllSeats) {
    const auto& [right, partner, left] = arranged.pushes[seat].cards;
    act(seat.number(), Action::push_cards(right, partner, left));
  }
}

void ArrangedRound::act(int seat, const Action& action) {
  const Legality verdict = round_.judge(Seat(seat), action);
  if (verdict.ok()) {
    round_.apply(Seat(seat), action, log_);
  } else {
    ADD_FAILURE() << "seat " << seat << ", " << to_text(action) << ": RULES " << verdict.clause << ", "
                  << verdict.reason;
  }
}

void ArrangedRound::play(int seat, std::string_view text, Rank wish) {
  act(seat, Action::play_cards(combination(text, round_.table()), wish));
}

void ArrangedRound::all_pass() {
  while (!round_.is_over() && !round_.table().empty()) {
    const Pending pending = round_.pending();
    if (pending.question == Question::GiveDragon) return;
    const bool turn = pending.question == Question::Turn;
    act(pending.seats.first().number(), turn ? Action::pass() : Action::no_bomb());
    if (testing::Test::HasFailure()) return;
  }
}

void ArrangedRound::win(int seat, std::string_view text) {
  play(seat, text);
  all_pass();
}

std::string ArrangedRound::awaited() const {
  if (round_.is_over()) return "over";
  const Pending pending = round_.pending();
  std::string text(to_text(pending.question));
  for (const Seat seat : AllSeats) {
    if (pending.seats.contains(seat)) text += ' ' + std::to_string(seat.number());
  }
  return text;
}

std::string ArrangedRound::judged(int seat, const Action& action) const {
  return std::string(round_.judge(Seat(seat), action).clause);
}

std::string ArrangedRound::judged_play(int seat, std::string_view text, Rank wish) const {
  return judged(seat, Action::play_cards(combination(text, round_.table()), wish));
}

}  // namespace tichu::test
