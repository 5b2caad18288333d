#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstdint>

namespace tichu {

/// The four suits (RULES 2.1). Their order means nothing in the game: suits never rank.
enum class Suit : std::uint8_t { Jade, Sword, Pagoda, Star };

/// The rank of a card, a wish or a combination. `Two`..`Ace` are the ranks that a suit has and that the
/// Phoenix and a wish may name. `One` is the Mahjong's, `Dragon` the Dragon's, `None` the Dog's, a lone
/// Phoenix's and "no wish" (RULES 5.2).
enum class Rank : std::uint8_t {
  None = 0,
  One = 1,
  Two = 2,
  Three,
  Four,
  Five,
  Six,
  Seven,
  Eight,
  Nine,
  Ten,
  Jack,
  Queen,
  King,
  Ace = 14,
  Dragon = 15,
};

/// The number of a rank, 0..15.
constexpr int number(Rank rank) { return static_cast<int>(rank); }
/// The numbers of the lowest and the highest rank that suits have, 2 and 14: for loops over the ranks between.
constexpr int LowestNatural = number(Rank::Two);
constexpr int HighestNatural = number(Rank::Ace);

/// True for 2..A: the ranks of the suits, of wishes and of what a Phoenix may stand for.
constexpr bool is_natural(Rank rank) { return rank >= Rank::Two && rank <= Rank::Ace; }

/// One of the 56 cards (RULES 2.1), as a code 0..63: `16 * suit + rank` for the suits' cards; Dog 0,
/// Mahjong 1, Dragon 15, Phoenix 63. The code is the card's bit in a CardSet and its number in the
/// protocol and the plug-in interface. A default-made Card is `none()`, which is not a card at all.
class Card {
 public:
  static constexpr int Count = 56;

  constexpr Card() = default;
  /// The card of a suit; `rank` must be 2..A.
  constexpr Card(Rank rank, Suit suit) : code_(static_cast<std::uint8_t>(16 * static_cast<int>(suit) + number(rank))) {
    assert(is_natural(rank));
  }

  static constexpr Card dog() { return Card(0); }
  static constexpr Card mahjong() { return Card(1); }
  static constexpr Card dragon() { return Card(15); }
  static constexpr Card phoenix() { return Card(63); }
  static constexpr Card none() { return {}; }

  /// The card with this code; `none()` if no card has it.
  static constexpr Card from_code(int code) {
    if (code < 0 || code > 63) return none();
    const int rank = code & 15;
    const bool special = code == 0 || code == 1 || code == 15 || code == 63;
    return special || (rank >= 2 && rank <= 14) ? Card(static_cast<std::uint8_t>(code)) : none();
  }

  /// The card at a place 0..55 of the unshuffled deck: 2j 2s 2p 2t 3j … At, Mah Dog Phx Drg.
  static constexpr Card from_index(int index) {
    assert(index >= 0 && index < Count);
    if (index < 52) {
      return Card(static_cast<std::uint8_t>(16 * (index % 4) + 2 + index / 4));
    }
    constexpr std::array<std::uint8_t, 4> Specials{1, 0, 63, 15};
    return Card(Specials[static_cast<std::size_t>(index - 52)]);
  }

  constexpr int code() const { return code_; }
  constexpr bool is_card() const { return code_ != NoCode; }
  constexpr bool is_special() const { return code_ == 0 || code_ == 1 || code_ == 15 || code_ == 63; }
  /// The printed rank: 2..A, One for Mahjong, Dragon; None for Dog and Phoenix.
  constexpr Rank rank() const { return code_ == 63 ? Rank::None : static_cast<Rank>(code_ & 15); }
  /// The suit; only for cards that are not special.
  constexpr Suit suit() const {
    assert(is_card() && !is_special());
    return static_cast<Suit>(code_ >> 4);
  }

  friend constexpr auto operator<=>(Card, Card) = default;

 private:
  friend class CardSet;
  static constexpr std::uint8_t NoCode = 0xff;
  constexpr explicit Card(std::uint8_t code) : code_(code) {}

  std::uint8_t code_ = NoCode;
};

}  // namespace tichu
