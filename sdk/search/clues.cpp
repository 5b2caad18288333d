#include "sdk/search/clues.h"

#include <utility>

#include "engine/deal.h"

namespace tichu {
namespace {

constexpr int Many = 8;  ///< cards: more than these are many

Side partner_of(Side side) { return static_cast<Side>((static_cast<int>(side) + 2) % 4); }

/// 0..3.
int size_class(int cards) { return cards <= 2 ? 0 : cards <= 5 ? 1 : cards <= 9 ? 2 : 3; }

/// Walks the history and collects the clues.
class ClueReader {
 public:
  explicit ClueReader(const Observation& seen) : seen_(seen) {
    for (const Side side : AllSides) cards_[side] = Deal::HandCards;
  }

  PerSide<std::vector<Clue>> read() {
    read_gifts();
    for (const SeenEvent& event : seen_.history()) take(event);
    for (const Side side : OtherSides) {
      if (seen_.hand_size[side] > 0) add_hand(side);
      for (Clue& clue : clues_[side]) clue.played_since = seen_.played[side] - clue.played_since;
    }
    return std::move(clues_);
  }

 private:
  void read_gifts() {
    for (const Side side : OtherSides) {
      const Card gift = seen_.received.to(side);
      if (!gift.is_card()) continue;
      Clue& clue = add(side, side == Side::Partner ? Clue::Kind::GiftToPartner : Clue::Kind::GiftToOpponent);
      clue.play = *read_combination(CardSet(gift), {});
    }
  }

  void take(const SeenEvent& event) {
    switch (event.kind) {
      case EventKind::GrandTichu:
      case EventKind::Tichu:
        called_[event.who] = true;
        add(event.who, event.kind == EventKind::Tichu ? Clue::Kind::Tichu : Clue::Kind::GrandTichu);
        break;
      case EventKind::Play:
        read_play(event);
        take_play(event);
        break;
      case EventKind::Pass:
        if (wish_ != Rank::None || table_.empty()) break;
        add(event.who, Clue::Kind::Pass).table = table_;
        break;
      case EventKind::TrickTaken:
        table_ = Combination{};
        break;
      default:
        break;
    }
  }

  void read_play(const SeenEvent& event) {
    const Side who = event.who;
    if (played_[who].empty() && !called_[who] && !anyone_out_) add(who, Clue::Kind::NoCall);
    if (wish_ != Rank::None || event.out_of_turn || event.combination.is_bomb()) return;
    if (table_.empty() && event.combination.cards.contains(Card::mahjong())) return;
    Clue& clue = add(who, table_.empty() ? Clue::Kind::Lead : Clue::Kind::Follow);
    clue.table = table_;
    clue.play = event.combination;
  }

  void take_play(const SeenEvent& event) {
    const Side who = event.who;
    played_[who] |= event.combination.cards;
    cards_[who] -= event.combination.length;
    anyone_out_ = anyone_out_ || cards_[who] == 0;
    if (event.combination.fulfils(wish_)) wish_ = Rank::None;
    if (event.wish != Rank::None) wish_ = event.wish;
    if (event.combination.is_dog()) return;
    table_ = event.combination;
    owner_ = who;
  }

  void add_hand(Side side) {
    const int role = (side == Side::Partner ? 1 : 0) + (called_[side] ? 2 : 0);
    Clue& clue = add(side, Clue::Kind::Holds);
    clue.context = static_cast<std::uint8_t>(4 * role + size_class(seen_.hand_size[side]));
  }

  std::uint8_t context(Side who) const {
    const int many = cards_[who] > Many ? 1 : 0;
    if (owner_ == partner_of(who)) return static_cast<std::uint8_t>(4 + many);
    const bool call_is_open = !anyone_out_ && (called_[owner_] || called_[partner_of(owner_)]);
    return static_cast<std::uint8_t>((call_is_open ? 2 : 0) + many);
  }

  /// A new clue. `played_since` holds for the time being what was played before.
  Clue& add(Side who, Clue::Kind kind) {
    Clue& clue = clues_[who].emplace_back();
    clue.kind = kind;
    clue.context = context(who);
    clue.played_since = played_[who];
    return clue;
  }

  const Observation& seen_;
  PerSide<std::vector<Clue>> clues_;
  PerSide<CardSet> played_;
  PerSide<int> cards_{};
  PerSide<bool> called_{};
  bool anyone_out_ = false;
  Combination table_;
  Side owner_ = Side::Me;
  Rank wish_ = Rank::None;
};

}  // namespace

PerSide<std::vector<Clue>> clues_of(const Observation& seen) { return ClueReader(seen).read(); }

}  // namespace tichu
