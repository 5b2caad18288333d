#include "bots/adept/input.h"

#include <algorithm>

#include "engine/hand_shape.h"

namespace tichu::adept {
namespace {

constexpr std::array<Card, 4> Specials{Card::mahjong(), Card::dog(), Card::phoenix(), Card::dragon()};
constexpr std::uint64_t Ones = 0x0001'0001'0001'0001;

/// The lowest `count` bits.
constexpr std::uint64_t first_bits(int count) { return (std::uint64_t{1} << count) - 1; }

/// Writes bits from the first input on.
class Writer {
 public:
  /// `size` bits, at most 32.
  void bits(std::uint64_t bits, int size) {
    const std::size_t word = at_ / 64;
    const std::size_t shift = at_ % 64;
    bits_[word] |= bits << shift;
    if (shift + static_cast<std::size_t>(size) > 64) bits_[word + 1] |= bits >> (64 - shift);
    at_ += static_cast<std::size_t>(size);
  }
  /// `size` bits, of which the first `value` are set.
  void number(int value, int size) { bits(first_bits(std::min(value, size)), size); }
  /// `size` bits, of which the one at `place` is set if `is_there`.
  void one_of(int place, int size, bool is_there = true) { bits(is_there ? std::uint64_t{1} << place : 0, size); }
  /// Points -25..125 in steps of five.
  void points(int value) { number((value + 25) / 5, 29); }
  /// How many of each rank, at most 4; the special cards.
  void cards(CardSet set) {
    const std::uint64_t all = set.bits();
    for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
      bits(first_bits(std::popcount((all >> rank) & Ones)), 4);
    }
    special_cards(set);
  }
  void card(Card card) {
    if (card.is_card() && !card.is_special()) {
      one_of(tichu::number(card.rank()) - LowestNatural, 13);
    } else {
      bits(0, 13);
    }
    special_cards(card.is_card() ? CardSet(card) : CardSet());
  }

  const InputBits& all() const { return bits_; }

 private:
  void special_cards(CardSet set) {
    std::uint64_t specials = 0;
    for (std::size_t i = 0; i < Specials.size(); ++i) {
      specials |= std::uint64_t{set.contains(Specials[i]) ? 1U : 0U} << i;
    }
    bits(specials, 4);
  }

  InputBits bits_{};
  std::size_t at_ = 0;
};

/// What each seat passed on last.
PerSide<training::Declined> declined(const Observation& seen) {
  PerSide<training::Declined> last;
  Combination table;
  for (const SeenEvent& event : seen.history()) {
    if (event.kind == EventKind::Play && !event.combination.is_dog()) table = event.combination;
    if (event.kind == EventKind::Pass) last[event.who] = {table.kind, table.rank};
    if (event.kind == EventKind::TrickTaken) table = Combination{};
  }
  return last;
}

void write_cards(const SeatKnowledge& knows, const Asked& asked, Writer& to) {
  to.cards(knows.hand);
  const RankMask flush = CardSet(flush_cards(flush_starts(knows.hand.natural().bits()))).ranks();
  to.bits(flush >> LowestNatural, 13);
  CardSet known = knows.hand;
  for (const CardSet cards : knows.played.values) known |= cards;
  to.cards(CardSet::deck() - known);
  for (const Side side : AllSides) to.cards(knows.played[side]);
  for (const Card card : (asked.pushing.cards[0].is_card() ? asked.pushing : knows.given).cards) to.card(card);
  for (const Card card : knows.received.cards) to.card(card);
}

void write_trick(const SeatKnowledge& knows, Writer& to) {
  const Combination& table = knows.table;
  to.one_of(static_cast<int>(table.kind), 9);
  to.one_of(number(table.rank), 16, !table.empty());
  to.number(table.length, 14);
  to.number(table.is_lone_phoenix() ? 1 : 0, 1);
  to.one_of(static_cast<int>(knows.table_owner), 4, !table.empty());
  to.points(knows.trick_points);
  to.number(knows.passes, 3);
  to.one_of(number(knows.wish) - LowestNatural, 13, is_natural(knows.wish));
}

void write_seats(const SeatKnowledge& knows, Writer& to) {
  for (const Side side : AllSides) to.number(knows.hand_size[side], 14);
  for (const Call call : {Call::Tichu, Call::GrandTichu}) {
    for (const Side side : AllSides) to.number(knows.calls[side] == call ? 1 : 0, 1);
  }
  for (const Side side : AllSides) to.number(knows.places[side], 3);
  for (const Side side : OtherSides) {
    to.number(static_cast<int>(knows.declined[side].kind), 15);
    to.number(number(knows.declined[side].rank), 15);
  }
}

}  // namespace

SeatKnowledge SeatKnowledge::of(const Observation& seen) {
  SeatKnowledge knows;
  knows.hand = seen.hand;
  knows.played = seen.played;
  knows.given = seen.given;
  knows.received = seen.received;
  knows.table = seen.table;
  knows.table_owner = seen.table_owner;
  knows.trick_points = seen.trick_points;
  knows.passes = seen.passes;
  knows.wish = seen.wish;
  knows.hand_size = seen.hand_size;
  knows.calls = seen.calls;
  for (std::uint8_t place = 0; place < seen.out_count; ++place) {
    knows.places[seen.out[place]] = static_cast<std::uint8_t>(place + 1);
  }
  knows.declined = tichu::adept::declined(seen);
  knows.own_points = seen.won[Side::Me] + seen.won[Side::Partner];
  knows.their_points = seen.won[Side::Right] + seen.won[Side::Left];
  return knows;
}

SeatKnowledge SeatKnowledge::of(const Round& round, const training::PublicPlay& shown, Seat seat) {
  SeatKnowledge knows;
  knows.hand = round.hand(seat);
  knows.given = shown.pushes[seat];
  knows.table = round.table();
  knows.table_owner = round.table_owner().seen_from(seat);
  knows.trick_points = round.trick_points();
  knows.passes = round.passes();
  knows.wish = round.wish();
  for (const Side side : AllSides) {
    const Seat other = seat.at(side);
    knows.played[side] = shown.played[other];
    knows.hand_size[side] = static_cast<std::uint8_t>(round.hand(other).size());
    knows.calls[side] = round.call(other);
    knows.places[side] = shown.place[other];
    knows.declined[side] = shown.declined[other];
    (other.team() == seat.team() ? knows.own_points : knows.their_points) += shown.won[other];
    if (side != Side::Me) knows.received.to(side) = shown.pushes[other].to(seat.seen_from(other));
  }
  return knows;
}

InputBits input_of(const SeatKnowledge& knows, const Asked& asked) {
  Writer to;
  write_cards(knows, asked, to);
  to.one_of(static_cast<int>(asked.ask), training::AskCount);
  write_trick(knows, to);
  write_seats(knows, to);
  to.number(static_cast<int>(asked.chosen.kind), 15);
  to.number(number(asked.chosen.rank), 15);
  to.number(asked.chosen.length, 15);
  to.points(knows.own_points);
  to.points(knows.their_points);
  return to.all();
}

}  // namespace tichu::adept
