#include "bots/adept/input.h"

#include <algorithm>

#include "engine/hand_shape.h"

namespace tichu::adept {
namespace {

constexpr std::array<Card, 4> Specials{Card::mahjong(), Card::dog(), Card::phoenix(), Card::dragon()};

class Writer {
 public:
  /// `size` bits, of which the first `value` are set.
  void number(int value, int size) {
    for (int bit = 0; bit < std::min(value, size); ++bit) bits_.set(at_ + static_cast<std::size_t>(bit));
    at_ += static_cast<std::size_t>(size);
  }
  /// `size` bits, of which the one at `place` is set if `is_there`.
  void one_of(int place, int size, bool is_there = true) {
    if (is_there) bits_.set(at_ + static_cast<std::size_t>(place));
    at_ += static_cast<std::size_t>(size);
  }
  /// Points -25..125 in steps of five.
  void points(int value) { number((value + 25) / 5, 29); }
  /// How many of each rank, at most `most`; the special cards.
  void cards(CardSet set, int most) {
    for (int rank = LowestNatural; rank <= HighestNatural; ++rank) {
      number(set.count(static_cast<Rank>(rank)), most);
    }
    for (const Card card : Specials) number(set.contains(card) ? 1 : 0, 1);
  }
  void card(Card card) { cards(card.is_card() ? CardSet(card) : CardSet(), 1); }

  const InputBits& bits() const { return bits_; }

 private:
  InputBits bits_;
  std::size_t at_ = 0;
};

/// What each seat passed on last.
PerSide<Combination> declined(const Observation& seen) {
  PerSide<Combination> last;
  Combination table;
  for (const SeenEvent& event : seen.history()) {
    if (event.kind == EventKind::Play && !event.combination.is_dog()) table = event.combination;
    if (event.kind == EventKind::Pass) last[event.who] = table;
    if (event.kind == EventKind::TrickTaken) table = Combination{};
  }
  return last;
}

void write_cards(const Observation& seen, const Asked& asked, Writer& to) {
  to.cards(seen.hand, 4);
  const RankMask flush = CardSet(flush_cards(flush_starts(seen.hand.natural().bits()))).ranks();
  for (int rank = LowestNatural; rank <= HighestNatural; ++rank) to.number((flush >> rank) & 1, 1);
  to.cards(seen.unseen(), 4);
  for (const Side side : AllSides) to.cards(seen.played[side], 4);
  for (const Card card : (asked.pushing.cards[0].is_card() ? asked.pushing : seen.given).cards) to.card(card);
  for (const Card card : seen.received.cards) to.card(card);
}

void write_trick(const Observation& seen, Writer& to) {
  const Combination& table = seen.table;
  to.one_of(static_cast<int>(table.kind), 9);
  to.one_of(number(table.rank), 16, !table.empty());
  to.number(table.length, 14);
  to.number(table.is_lone_phoenix() ? 1 : 0, 1);
  to.one_of(static_cast<int>(seen.table_owner), 4, !table.empty());
  to.points(seen.trick_points);
  to.number(seen.passes, 3);
  to.one_of(number(seen.wish) - LowestNatural, 13, is_natural(seen.wish));
}

void write_seats(const Observation& seen, Writer& to) {
  for (const Side side : AllSides) to.number(seen.hand_size[side], 14);
  for (const Call call : {Call::Tichu, Call::GrandTichu}) {
    for (const Side side : AllSides) to.number(seen.calls[side] == call ? 1 : 0, 1);
  }
  PerSide<int> places{};
  for (int place = 0; place < seen.out_count; ++place) places[seen.out[static_cast<std::size_t>(place)]] = place + 1;
  for (const Side side : AllSides) to.number(places[side], 3);
  const PerSide<Combination> passed_on = declined(seen);
  for (const Side side : OtherSides) {
    to.number(static_cast<int>(passed_on[side].kind), 15);
    to.number(number(passed_on[side].rank), 15);
  }
}

}  // namespace

InputBits input_of(const Observation& seen, const Asked& asked) {
  Writer to;
  write_cards(seen, asked, to);
  to.one_of(static_cast<int>(asked.ask), training::AskCount);
  write_trick(seen, to);
  write_seats(seen, to);
  to.number(static_cast<int>(asked.chosen.kind), 15);
  to.number(number(asked.chosen.rank), 15);
  to.number(asked.chosen.length, 15);
  to.points(seen.won[Side::Me] + seen.won[Side::Partner]);
  to.points(seen.won[Side::Right] + seen.won[Side::Left]);
  return to.bits();
}

}  // namespace tichu::adept
