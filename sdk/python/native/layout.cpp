#include "sdk/python/native/layout.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstring>

#include "engine/hand_shape.h"
#include "sdk/python/native/card_row.h"

namespace tichu::training {
namespace {

/// A field before its place is known.
struct FieldPlan {
  std::string_view name;
  int size = 0;
  std::string_view meaning;
};

template <std::size_t Count>
constexpr std::array<LayoutField, Count> laid_out(const std::array<FieldPlan, Count>& plans) {
  std::array<LayoutField, Count> fields{};
  int offset = 0;
  for (std::size_t i = 0; i < Count; ++i) {
    fields[i] = {plans[i].name, offset, plans[i].size, plans[i].meaning};
    offset += plans[i].size;
  }
  return fields;
}

template <std::size_t Count>
constexpr int size_of(const std::array<LayoutField, Count>& fields) {
  return fields.back().offset + fields.back().size;
}

/// What both layouts of observations end with.
constexpr std::array<FieldPlan, 17> TablePlan{{
    {"ask", 9,
     "one-hot: Grand Tichu, Tichu, push to right, to partner, to left, play, wish, bomb, Dragon; 0 if not asked"},
    {"table_kind", 9, "one-hot: nothing, single, pair, triple, stairs, full house, straight, quad, straight flush"},
    {"table_rank", 16, "one-hot: the rank 0..15 that is compared; a lone Phoenix: of the single half a point below it"},
    {"table_length", 1, "cards of the combination on the table, 0..14"},
    {"table_phoenix", 1, "1 if a lone Phoenix lies on the table"},
    {"table_owner", 4, "one-hot: me, right, partner, left played it; all 0 on an empty table"},
    {"trick_points", 1, "points on the table, -25..125, plus 25"},
    {"passes", 1, "passes in a row since the last play, 0..3"},
    {"wish", 13, "one-hot: the open wish 2..A"},
    {"hand_sizes", 4, "cards that me, right, partner, left hold, 0..14"},
    {"tichu", 4, "1 if me, right, partner, left called Tichu"},
    {"grand_tichu", 4, "1 if me, right, partner, left called Grand Tichu"},
    {"place", 4, "me, right, partner, left went out as number 1..3; 0 if it did not"},
    {"declined", 6, "for right, partner, left: kind 0..8 and rank 0..15 of what it passed on last"},
    {"chosen", 3, "asked for a wish: kind, rank, length of the own play with the Mahjong; else 0"},
    {"team_points", 2, "points of the tricks that count for the own team, for the other, -25..125, plus 25"},
    {"scores", 2, "the game's scores before the round, own team and other: (score + 1000) / 10, within 0..255"},
}};

template <std::size_t Count>
constexpr std::array<FieldPlan, Count + TablePlan.size()> with_table(const std::array<FieldPlan, Count>& cards) {
  std::array<FieldPlan, Count + TablePlan.size()> plans{};
  std::copy(cards.begin(), cards.end(), plans.begin());
  std::copy(TablePlan.begin(), TablePlan.end(), plans.begin() + Count);
  return plans;
}

constexpr auto FullFields = laid_out(with_table(std::array<FieldPlan, 5>{{
    {"hand", CardsSize, "own cards, card by card in the order 2j 2s 2p 2t 3j .. At Mah Dog Phx Drg"},
    {"unseen", CardsSize, "cards that are neither in the own hand nor played"},
    {"played", 4 * CardsSize, "cards that me, right, partner, left played in this round"},
    {"given", 3 * CardsSize, "the card pushed to right, partner, left; while it is chosen and once all have pushed"},
    {"received", 3 * CardsSize, "the card that right, partner, left pushed to me"},
}}));
constexpr auto CompactFields = laid_out(with_table(std::array<FieldPlan, 6>{{
    {"hand", CountsSize, "own cards: how many of each rank 2..A, 0..4, then Mahjong, Dog, Phoenix, Dragon, 0..1"},
    {"hand_flush", 13, "1 for each rank 2..A of which an own card belongs to a straight flush of the hand"},
    {"unseen", CountsSize, "cards that are neither in the own hand nor played, counted as in hand"},
    {"played", 4 * CountsSize, "cards that me, right, partner, left played in this round, counted as in hand"},
    {"given", 3 * CountsSize, "the card pushed to right, partner, left; while it is chosen and once all have pushed"},
    {"received", 3 * CountsSize, "the card that right, partner, left pushed to me"},
}}));
constexpr auto StateFields = laid_out(std::array<FieldPlan, 1>{{
    {"hands", 4 * CardsSize, "the cards that me, right, partner, left hold, card by card"},
}});
constexpr auto ActionFields = laid_out(std::array<FieldPlan, 15>{{
    {"cards", 52, "for each rank 2..A four bytes: 1 if more than 0, 1, 2, 3 of its cards are played or pushed"},
    {"specials", 4, "1 if Mahjong, Dog, Phoenix, Dragon is played or pushed"},
    {"kind", 9, "one-hot: no play, single, pair, triple, stairs, full house, straight, quad, straight flush"},
    {"rank", 16, "one-hot: the play's rank as it is compared, or the wished rank; all 0 for other answers"},
    {"length", 1, "cards that are played, 0..14"},
    {"phoenix_as", 1, "the rank 2..14 that the Phoenix stands for; 0 else"},
    {"bomb", 1, "1 if it is a bomb"},
    {"goes_out", 1, "1 if it leaves no card in the hand"},
    {"fulfils", 1, "1 if it fulfils the open wish"},
    {"breaks_flush", 1, "1 if another play than a straight flush takes a card from one of the hand"},
    {"declines", 1, "1 for a pass, no bomb, no call, no wish"},
    {"calls", 1, "1 for a call of Tichu or Grand Tichu"},
    {"push_to", 3, "one-hot: a card pushed to right, partner, left"},
    {"gift_to", 2, "one-hot: the Dragon's trick to the right, to the left"},
    {"points", 1, "points of the cards that are played or pushed, -25..125, plus 25; 0 for other answers"},
}});
static_assert(size_of(ActionFields) <= ActionRowSize);

std::uint8_t* one_hot(int value, int size, std::uint8_t* row) {
  row[value] = 1;
  return row + size;
}

std::uint8_t* number_byte(int value, std::uint8_t* row) {
  *row = static_cast<std::uint8_t>(std::clamp(value, 0, 255));
  return row + 1;
}

/// Writes the parts of a row one after the other; the row is zeroed before.
class RowWriter {
 public:
  RowWriter(const Table& table, const Totals& totals, Seat viewer, std::uint8_t* row)
      : table_(table),
        round_(table.round()),
        totals_(totals),
        me_(viewer),
        is_asked_(viewer == table.seat()),
        row_(row) {}

  /// Card by card, or as numbers of each rank with the ranks of straight flushes.
  template <bool Counted>
  void write_known_cards() {
    const auto write = Counted ? write_counts : write_cards;
    const CardSet hand = round_.hand(me_);
    row_ = write(hand, row_);
    if (Counted) write_flush_ranks(hand);
    CardSet unseen = CardSet::deck() - hand;
    for (const CardSet cards : table_.seen().played.values) unseen -= cards;
    row_ = write(unseen, row_);
    for (const Side side : AllSides) row_ = write(table_.seen().played[me_.at(side)], row_);
    const PushedCards& given = is_asked_ && table_.pushing().cards[0].is_card() ? table_.pushing() : pushes(me_);
    for (const Card card : given.cards) write_card<Counted>(card);
    for (const Side side : OtherSides) {
      const Seat giver = me_.at(side);
      write_card<Counted>(pushes(giver).to(me_.seen_from(giver)));
    }
  }

  void write_table() {
    row_ = is_asked_ && !round_.is_over() ? one_hot(static_cast<int>(table_.ask()), AskCount, row_) : row_ + AskCount;
    write_trick();
    row_ = is_natural(round_.wish()) ? one_hot(number(round_.wish()) - LowestNatural, 13, row_) : row_ + 13;
    for (const Side side : AllSides) row_ = number_byte(round_.hand(me_.at(side)).size(), row_);
    for (const Call call : {Call::Tichu, Call::GrandTichu}) {
      for (const Side side : AllSides) row_ = number_byte(round_.call(me_.at(side)) == call ? 1 : 0, row_);
    }
    for (const Side side : AllSides) row_ = number_byte(table_.seen().place[me_.at(side)], row_);
    for (const Side side : OtherSides) {
      const Declined& declined = table_.seen().declined[me_.at(side)];
      row_ = number_byte(static_cast<int>(declined.kind), row_);
      row_ = number_byte(number(declined.rank), row_);
    }
    const Combination chosen = is_asked_ ? table_.chosen() : Combination{};
    for (const int value : {static_cast<int>(chosen.kind), number(chosen.rank), static_cast<int>(chosen.length)}) {
      row_ = number_byte(value, row_);
    }
    write_points();
  }

  void write_hands() {
    for (const Side side : AllSides) row_ = write_cards(round_.hand(me_.at(side)), row_);
  }

  const std::uint8_t* end() const { return row_; }

 private:
  const PushedCards& pushes(Seat seat) const { return table_.seen().pushes[seat]; }

  /// What write_counts or write_cards would write for a set of this card, or of none.
  template <bool Counted>
  void write_card(Card card) {
    if (card.is_card()) {
      const int index = index_of(card);
      row_[!Counted ? index : index < 52 ? index / 4 : index - 39] = 1;
    }
    row_ += Counted ? CountsSize : CardsSize;
  }

  void write_flush_ranks(CardSet hand) {
    const RankMask ranks = CardSet(flush_cards(flush_starts(hand.natural().bits()))).ranks();
    const std::uint64_t low = SpreadBits[(ranks >> LowestNatural) & 0xff];
    const std::uint64_t high = SpreadBits[ranks >> (LowestNatural + 8)];
    std::memcpy(row_, &low, 8);
    std::memcpy(row_ + 8, &high, 5);
    row_ += 13;
  }

  void write_trick() {
    const Combination& on_table = round_.table();
    row_ = one_hot(static_cast<int>(on_table.kind), 9, row_);
    row_ = on_table.empty() ? row_ + 16 : one_hot(number(on_table.rank), 16, row_);
    row_ = number_byte(on_table.length, row_);
    row_ = number_byte(on_table.is_lone_phoenix() ? 1 : 0, row_);
    row_ = on_table.empty() ? row_ + 4 : one_hot(static_cast<int>(round_.table_owner().seen_from(me_)), 4, row_);
    row_ = number_byte(round_.trick_points() + 25, row_);
    row_ = number_byte(round_.passes(), row_);
  }

  void write_points() {
    const PerSeat<std::int16_t>& won = table_.seen().won;
    for (const Seat seat : {me_, me_.next()}) row_ = number_byte(won[seat] + won[seat.partner()] + 25, row_);
    for (const Team team : {me_.team(), opponent(me_.team())})
      row_ = number_byte((totals_[team].value() + 1000) / 10, row_);
  }

  const Table& table_;
  const Round& round_;
  const Totals& totals_;
  Seat me_;
  bool is_asked_;
  std::uint8_t* row_;
};

void write_full(const Table& table, const Totals& totals, Seat viewer, std::uint8_t* row) {
  std::memset(row, 0, static_cast<std::size_t>(size_of(FullFields)));
  RowWriter writer(table, totals, viewer, row);
  writer.write_known_cards<false>();
  writer.write_table();
  assert(writer.end() == row + size_of(FullFields));
}

void write_compact(const Table& table, const Totals& totals, Seat viewer, std::uint8_t* row) {
  std::memset(row, 0, static_cast<std::size_t>(size_of(CompactFields)));
  RowWriter writer(table, totals, viewer, row);
  writer.write_known_cards<true>();
  writer.write_table();
  assert(writer.end() == row + size_of(CompactFields));
}

void write_state(const Table& table, const Totals& totals, Seat viewer, std::uint8_t* row) {
  RowWriter(table, totals, viewer, row).write_hands();
}

/// Where a field of an action's row begins; the name is looked up while compiling.
constexpr int action_offset(std::string_view name) {
  for (const LayoutField& field : ActionFields) {
    if (field.name == name) return field.offset;
  }
  return -1;
}

void write_action_cards(CardSet cards, std::uint8_t* row) {
  for (const Card card : cards.natural()) {
    std::uint8_t* place = row + 4 * (number(card.rank()) - LowestNatural);
    while (*place != 0) ++place;
    *place = 1;
  }
  constexpr std::array<Card, 4> Specials{Card::mahjong(), Card::dog(), Card::phoenix(), Card::dragon()};
  for (std::size_t i = 0; i < Specials.size(); ++i) row[52 + i] = cards.contains(Specials[i]) ? 1 : 0;
  row[action_offset("points")] = static_cast<std::uint8_t>(cards.points().value() + 25);
}

/// What a play or pass is, whatever the hand.
void write_shape(const Combination& play, std::uint8_t* row) {
  row[action_offset("kind") + static_cast<int>(play.kind)] = 1;
  if (play.empty()) {
    row[action_offset("declines")] = 1;
    return;
  }
  write_action_cards(play.cards, row);
  row[action_offset("rank") + number(play.rank)] = 1;
  row[action_offset("length")] = play.length;
  row[action_offset("phoenix_as")] = static_cast<std::uint8_t>(number(play.phoenix_as));
  row[action_offset("bomb")] = play.is_bomb() ? 1 : 0;
}

void write_play(const Table& table, int id, std::uint8_t* row) {
  const CardSet hand = table.round().hand(table.seat());
  const Combination play = play_of(id, hand, table.round().table());
  write_shape(play, row);
  if (play.empty()) return;
  row[action_offset("goes_out")] = play.cards == hand ? 1 : 0;
  row[action_offset("fulfils")] = play.fulfils(table.round().wish()) ? 1 : 0;
  const CardSet flush(flush_cards(flush_starts(hand.natural().bits())));
  const bool breaks = play.kind != CombinationKind::StraightFlush && play.cards.intersects(flush);
  row[action_offset("breaks_flush")] = breaks ? 1 : 0;
}

}  // namespace

const Layout& full_layout() {
  static constexpr Layout Full{"full-v1", size_of(FullFields), FullFields, write_full};
  return Full;
}

const Layout& compact_layout() {
  static constexpr Layout Compact{"compact-v1", size_of(CompactFields), CompactFields, write_compact};
  return Compact;
}

const Layout& state_layout() {
  static constexpr Layout State{"state-v1", size_of(StateFields), StateFields, write_state};
  return State;
}

const Layout* find_layout(std::string_view name) {
  for (const Layout* layout : {&full_layout(), &compact_layout()}) {
    if (layout->name == name) return layout;
  }
  return nullptr;
}

std::span<const LayoutField> action_fields() { return ActionFields; }

void write_action(const Table& table, int id, std::uint8_t* row) {
  if (id >= ActionIds::Plays) {
    write_action(id, row);
    if (id >= ActionIds::PushedCard && id < ActionIds::Wish) {
      row[action_offset("push_to") + static_cast<int>(table.ask()) - static_cast<int>(Ask::PushRight)] = 1;
    }
    return;
  }
  std::memset(row, 0, ActionRowSize);
  write_play(table, id, row);
}

void write_action(int id, std::uint8_t* row) {
  std::memset(row, 0, ActionRowSize);
  if (id < ActionIds::Plays) return write_shape(play_of(id, CardSet::deck(), Combination{}), row);
  row[action_offset("kind")] = 1;
  if (id < ActionIds::PushedCard) {
    const bool calls = id == ActionIds::GrandTichu + 1 || id == ActionIds::Tichu + 1;
    row[action_offset(calls ? "calls" : "declines")] = 1;
  } else if (id < ActionIds::Wish) {
    write_action_cards(pushed_card(id), row);
  } else if (id == ActionIds::Wish || id == ActionIds::NoBomb) {
    row[action_offset("declines")] = 1;
  } else if (id < ActionIds::DragonGift) {
    row[action_offset("rank") + number(wished_rank(id))] = 1;
  } else {
    row[action_offset("gift_to") + id - ActionIds::DragonGift] = 1;
  }
}

}  // namespace tichu::training
