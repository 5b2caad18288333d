#include "arena/record/packed_actions.h"

#include <array>
#include <cstddef>

#include "arena/record/trick_tracker.h"

namespace tichu::arena {
namespace {

/// The kinds that records keep, in the order of their numbers in the bytes.
constexpr std::array<ActionKind, 6> Kinds{ActionKind::CallGrandTichu, ActionKind::CallTichu, ActionKind::Push,
                                          ActionKind::Play,           ActionKind::Pass,      ActionKind::GiveDragon};
constexpr unsigned SeatBits = 0x03;
constexpr unsigned KindShift = 2;
constexpr unsigned KindBits = 0x07;
constexpr unsigned OutOfTurn = 0x20;
constexpr unsigned HasWish = 0x40;
constexpr unsigned HasPhoenix = 0x80;
/// In a play's list of cards.
constexpr unsigned LastCard = 0x80;

unsigned byte_of(Card card) { return static_cast<unsigned>(card.code()); }

/// The number of each kind in the bytes.
constexpr auto Numbers = [] {
  std::array<unsigned, words_of(ActionKind{}).size()> numbers{};
  numbers.fill(static_cast<unsigned>(Kinds.size()));
  for (std::size_t i = 0; i < Kinds.size(); ++i) numbers[static_cast<std::size_t>(Kinds[i])] = static_cast<unsigned>(i);
  return numbers;
}();

unsigned head_of(const RecordedAction& recorded) {
  const Action& action = recorded.action;
  unsigned head = static_cast<unsigned>(recorded.seat.number()) | Numbers[static_cast<std::size_t>(action.kind)]
                                                                      << KindShift;
  if (action.kind != ActionKind::Play) return head;
  if (recorded.out_of_turn) head |= OutOfTurn;
  if (action.wish != Rank::None) head |= HasWish;
  if (action.play.phoenix_as != Rank::None) head |= HasPhoenix;
  return head;
}

/// Of an event, at most: the head, all cards of a hand, the wish and the Phoenix's rank.
constexpr std::size_t MostBytes = 1 + Deal::HandCards + 2;

// Each writes to where there is room, and gives the end.

char* put(unsigned byte, char* to) {
  *to = static_cast<char>(byte);
  return to + 1;
}

char* put_play(const Action& action, char* to) {
  const CardSet cards = action.play.cards;
  for (const Card card : cards) to = put(byte_of(card), to);
  if (!cards.empty()) to[-1] = static_cast<char>(static_cast<unsigned char>(to[-1]) | LastCard);
  if (action.wish != Rank::None) to = put(static_cast<unsigned>(number(action.wish)), to);
  if (action.play.phoenix_as != Rank::None) to = put(static_cast<unsigned>(number(action.play.phoenix_as)), to);
  return to;
}

char* put_event(const RecordedAction& recorded, char* to) {
  const Action& action = recorded.action;
  to = put(head_of(recorded), to);
  if (action.kind == ActionKind::Push) {
    for (const Card card : action.push.cards) to = put(byte_of(card), to);
  } else if (action.kind == ActionKind::Play) {
    to = put_play(action, to);
  } else if (action.kind == ActionKind::GiveDragon) {
    to = put(static_cast<unsigned>(recorded.seat.at(action.give_to).number()), to);
  }
  return to;
}

/// Takes events from bytes that may be anything.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  std::optional<std::vector<RecordedAction>> all() {
    std::vector<RecordedAction> actions;
    actions.reserve(bytes_.size() / FewestBytes);
    while (!bytes_.empty() && whole_) read(actions.emplace_back());
    if (!whole_) return std::nullopt;
    return actions;
  }

 private:
  /// Of an event, on average over a round: some three, or two with many passes.
  static constexpr std::size_t FewestBytes = 2;

  unsigned take() {
    if (bytes_.empty()) {
      whole_ = false;
      return 0;
    }
    const auto byte = static_cast<unsigned char>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }

  Card take_card(unsigned byte) {
    const Card card = Card::from_code(static_cast<int>(byte));
    whole_ = whole_ && card.is_card();
    return card;
  }

  Rank take_rank() {
    const auto rank = static_cast<Rank>(take());
    whole_ = whole_ && is_natural(rank);
    return rank;
  }

  /// Reads the next event into one that is empty.
  void read(RecordedAction& recorded) {
    const unsigned head = take();
    recorded.seat = Seat(static_cast<int>(head & SeatBits));
    const std::size_t kind = (head >> KindShift) & KindBits;
    whole_ = whole_ && kind < Kinds.size();
    if (!whole_) return;
    recorded.action.kind = Kinds[kind];
    if (recorded.action.kind == ActionKind::Push) {
      for (Card& card : recorded.action.push.cards) card = take_card(take());
    } else if (recorded.action.kind == ActionKind::Play) {
      take_play(head, recorded);
    } else if (recorded.action.kind == ActionKind::Pass) {
      tracker_.pass(recorded.seat);
    } else if (recorded.action.kind == ActionKind::GiveDragon) {
      recorded.action.give_to = Seat(static_cast<int>(take() & SeatBits)).seen_from(recorded.seat);
    }
  }

  void take_play(unsigned head, RecordedAction& recorded) {
    recorded.out_of_turn = (head & OutOfTurn) != 0;
    CardSet cards;
    for (bool last = false; !last && whole_;) {
      const unsigned byte = take();
      last = (byte & LastCard) != 0;
      const Card card = take_card(byte & ~LastCard);
      if (whole_) cards.insert(card);
    }
    if ((head & HasWish) != 0) recorded.action.wish = take_rank();
    const Rank phoenix_as = (head & HasPhoenix) != 0 ? take_rank() : Rank::None;
    if (!whole_) return;
    const Combination table = recorded.out_of_turn ? tracker_.on_table() : tracker_.table();
    const std::optional<Combination> play = read_combination(cards, table, phoenix_as);
    whole_ = play.has_value();
    if (!whole_) return;
    recorded.action.play = *play;
    tracker_.play(recorded.seat, *play, recorded.out_of_turn);
  }

  std::string_view bytes_;
  TrickTracker tracker_{Seat(0)};
  bool whole_ = true;
};

}  // namespace

std::string pack_actions(const std::vector<RecordedAction>& actions) {
  // Large enough from the start, since a round has some two hundred bytes.
  std::string bytes(actions.size() * MostBytes, '\0');
  char* end = bytes.data();
  for (const RecordedAction& recorded : actions) end = put_event(recorded, end);
  bytes.resize(static_cast<std::size_t>(end - bytes.data()));
  return bytes;
}

std::optional<std::vector<RecordedAction>> unpack_actions(std::string_view bytes) { return Unpacker(bytes).all(); }

std::string pack_deal(const Deal& deal) {
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(Card::Count));
  for (const auto& hand : deal.cards.values) {
    for (const Card card : hand) bytes += static_cast<char>(byte_of(card));
  }
  return bytes;
}

std::optional<Deal> unpack_deal(std::string_view bytes) {
  if (bytes.size() != static_cast<std::size_t>(Card::Count)) return std::nullopt;
  Deal deal;
  for (auto& hand : deal.cards.values) {
    for (Card& card : hand) {
      card = Card::from_code(static_cast<unsigned char>(bytes.front()));
      if (!card.is_card()) return std::nullopt;
      bytes.remove_prefix(1);
    }
  }
  if (!deal.is_complete()) return std::nullopt;
  return deal;
}

}  // namespace tichu::arena
