#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <initializer_list>

#include "engine/card.h"
#include "engine/points.h"

namespace tichu {

/// A set of ranks, bit r for rank r (1..15).
using RankMask = std::uint32_t;

/// A set of cards: one 64-bit word, the bit of a card is its code. Each suit is a 16-bit lane with its
/// ranks at the bits 2..14, so that runs of one suit are found by shifting the word.
class CardSet {
 public:
  /// One bit for each suit's card of rank 0; shifted by a rank it selects that rank's four cards.
  static constexpr std::uint64_t RankColumn = 0x0001'0001'0001'0001;
  /// The 52 cards of the suits.
  static constexpr std::uint64_t SuitCards = 0x7ffc'7ffc'7ffc'7ffc;

  constexpr CardSet() = default;
  constexpr explicit CardSet(std::uint64_t bits) : bits_(bits) {}
  constexpr CardSet(Card card) : bits_(std::uint64_t{1} << card.code()) { assert(card.is_card()); }
  constexpr CardSet(std::initializer_list<Card> cards) {
    for (const Card card : cards) insert(card);
  }

  /// The whole deck, 56 cards.
  static constexpr CardSet deck() {
    return CardSet(SuitCards | CardSet{Card::dog(), Card::mahjong(), Card::dragon(), Card::phoenix()}.bits_);
  }
  /// The four cards of a rank 2..A.
  static constexpr CardSet of_rank(Rank rank) {
    assert(is_natural(rank));
    return CardSet(RankColumn << number(rank));
  }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool contains(Card card) const {
    assert(card.is_card());
    return ((bits_ >> card.code()) & 1) != 0;
  }
  constexpr bool contains_all(CardSet other) const { return (other.bits_ & ~bits_) == 0; }
  constexpr bool intersects(CardSet other) const { return (bits_ & other.bits_) != 0; }
  constexpr void insert(Card card) {
    assert(card.is_card());
    bits_ |= std::uint64_t{1} << card.code();
  }
  constexpr void erase(Card card) {
    assert(card.is_card());
    bits_ &= ~(std::uint64_t{1} << card.code());
  }

  /// The cards that are not special.
  constexpr CardSet natural() const { return CardSet(bits_ & SuitCards); }
  /// How many natural cards of a rank 2..A the set holds, 0..4.
  constexpr int count(Rank rank) const { return std::popcount(bits_ & of_rank(rank).bits_); }
  /// The ranks 2..A of which the set holds at least one natural card.
  constexpr RankMask ranks() const {
    std::uint64_t folded = bits_ & SuitCards;
    folded |= folded >> 32;
    folded |= folded >> 16;
    return static_cast<RankMask>(folded & 0xffff);
  }
  /// The sum of the cards' points (RULES 2.2).
  constexpr Points points() const {
    constexpr std::uint64_t Fives = RankColumn << 5;
    constexpr std::uint64_t Tens = (RankColumn << 10) | (RankColumn << 13);
    return Points(5 * std::popcount(bits_ & Fives) + 10 * std::popcount(bits_ & Tens) +
                  25 * (contains(Card::dragon()) ? 1 : 0) - 25 * (contains(Card::phoenix()) ? 1 : 0));
  }
  /// The card with the lowest code; the set must not be empty.
  constexpr Card first() const {
    assert(!empty());
    return card_at(bits_);
  }

  /// The card with the n-th lowest code, n from 0; the set must hold more than n.
  Card nth(int n) const {
    assert(n >= 0 && n < size());
#ifdef __BMI2__
    const std::uint64_t rest = __builtin_ia32_pdep_di(std::uint64_t{1} << n, bits_);
#else
    std::uint64_t rest = bits_;
    for (; n > 0; --n) rest &= rest - 1;
#endif
    return card_at(rest);
  }

  constexpr CardSet& operator|=(CardSet other) {
    bits_ |= other.bits_;
    return *this;
  }
  constexpr CardSet& operator&=(CardSet other) {
    bits_ &= other.bits_;
    return *this;
  }
  /// Takes the other's cards away.
  constexpr CardSet& operator-=(CardSet other) {
    bits_ &= ~other.bits_;
    return *this;
  }
  friend constexpr CardSet operator|(CardSet a, CardSet b) { return CardSet(a.bits_ | b.bits_); }
  friend constexpr CardSet operator&(CardSet a, CardSet b) { return CardSet(a.bits_ & b.bits_); }
  friend constexpr CardSet operator-(CardSet a, CardSet b) { return CardSet(a.bits_ & ~b.bits_); }
  friend constexpr bool operator==(CardSet, CardSet) = default;

  /// Walks the cards by rising code.
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Card operator*() const { return card_at(rest_); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t rest_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  /// The card of the lowest bit. Every bit is a card's, so nothing is to be checked.
  static constexpr Card card_at(std::uint64_t bits) { return Card(static_cast<std::uint8_t>(std::countr_zero(bits))); }

  std::uint64_t bits_ = 0;
};

}  // namespace tichu
