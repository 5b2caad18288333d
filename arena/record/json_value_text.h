#pragma once

#include <charconv>
#include <concepts>
#include <string>

#include "engine/card.h"
#include "engine/card_set.h"

namespace tichu::arena {

template <typename Number>
concept JsonNumber = std::integral<Number> || std::floating_point<Number>;

/// Appends a number in decimal digits: as few as read back to the same number, which must be finite.
template <JsonNumber Number>
void append_number(Number value, std::string& out) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

/// Appends a card as a JSON string, such as "Tj" or "Mah" with its quotation marks.
void append_json_card(Card card, std::string& out);

/// Appends a set as a JSON array, in the order of records: Mahjong and Dog, the suits' cards by rank and suit, Phoenix,
/// Dragon.
void append_json_cards(CardSet cards, std::string& out);

}  // namespace tichu::arena
