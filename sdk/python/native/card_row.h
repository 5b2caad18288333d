#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/card_set.h"

namespace tichu::training {

/// Bytes that a set of cards takes card by card, and as numbers of each rank.
inline constexpr int CardsSize = Card::Count;
inline constexpr int CountsSize = 17;

/// Eight bits as eight bytes of 0 or 1, the lowest bit first.
inline constexpr std::array<std::uint64_t, 256> SpreadBits = [] {
  std::array<std::uint64_t, 256> words{};
  for (std::size_t byte = 0; byte < words.size(); ++byte) {
    for (std::size_t bit = 0; bit < 8; ++bit) words[byte] |= static_cast<std::uint64_t>((byte >> bit) & 1) << (8 * bit);
  }
  return words;
}();

/// The ranks 2..A of a suit's lane as 13 bits, with three empty bits after each.
constexpr std::uint64_t every_fourth(std::uint64_t ranks) {
  ranks = (ranks | (ranks << 24)) & 0x0000'00ff'0000'00ff;
  ranks = (ranks | (ranks << 12)) & 0x000f'000f'000f'000f;
  ranks = (ranks | (ranks << 6)) & 0x0303'0303'0303'0303;
  return (ranks | (ranks << 3)) & 0x1111'1111'1111'1111;
}

/// The set with bit i for the card at place i of the unshuffled deck (Card::from_index).
constexpr std::uint64_t by_index(CardSet cards) {
  std::uint64_t bits = 0;
  for (int suit = 0; suit < 4; ++suit) {
    bits |= every_fourth((cards.bits() >> (16 * suit + LowestNatural)) & 0x1fff) << suit;
  }
  constexpr std::array<Card, 4> Specials{Card::mahjong(), Card::dog(), Card::phoenix(), Card::dragon()};
  for (std::size_t i = 0; i < Specials.size(); ++i) {
    bits |= static_cast<std::uint64_t>(cards.contains(Specials[i]) ? 1 : 0) << (52 + i);
  }
  return bits;
}

/// Writes CardsSize bytes: 1 for each card of the set, in the order of the unshuffled deck. Gives the place behind
/// them.
inline std::uint8_t* write_cards(CardSet cards, std::uint8_t* row) {
  const std::uint64_t bits = by_index(cards);
  for (int byte = 0; byte < 7; ++byte) {
    const std::uint64_t spread = SpreadBits[static_cast<std::size_t>((bits >> (8 * byte)) & 0xff)];
    std::memcpy(row + 8 * byte, &spread, 8);
  }
  return row + CardsSize;
}

/// Writes CountsSize bytes: how many cards of each rank 2..A, then 1 for Mahjong, Dog, Phoenix, Dragon if it is there.
inline std::uint8_t* write_counts(CardSet cards, std::uint8_t* row) {
  std::array<std::uint64_t, 2> sums{};
  for (int suit = 0; suit < 4; ++suit) {
    const std::uint64_t ranks = (cards.bits() >> (16 * suit + LowestNatural)) & 0x1fff;
    sums[0] += SpreadBits[static_cast<std::size_t>(ranks & 0xff)];
    sums[1] += SpreadBits[static_cast<std::size_t>(ranks >> 8)];
  }
  std::memcpy(row, sums.data(), 13);
  row[13] = cards.contains(Card::mahjong()) ? 1 : 0;
  row[14] = cards.contains(Card::dog()) ? 1 : 0;
  row[15] = cards.contains(Card::phoenix()) ? 1 : 0;
  row[16] = cards.contains(Card::dragon()) ? 1 : 0;
  return row + CountsSize;
}

}  // namespace tichu::training
