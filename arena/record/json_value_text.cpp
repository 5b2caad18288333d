#include "arena/record/json_value_text.h"

#include <string_view>

namespace tichu::arena {
namespace {

constexpr std::string_view RankLetters = "??23456789TJQKA";
constexpr std::string_view SuitLetters = "jspt";

}  // namespace

void append_json_card(Card card, std::string& out) {
  if (card == Card::mahjong()) {
    out += "\"Mah\"";
  } else if (card == Card::dog()) {
    out += "\"Dog\"";
  } else if (card == Card::phoenix()) {
    out += "\"Phx\"";
  } else if (card == Card::dragon()) {
    out += "\"Drg\"";
  } else {
    const char text[4] = {'"', RankLetters[static_cast<std::size_t>(number(card.rank()))],
                          SuitLetters[static_cast<std::size_t>(card.suit())], '"'};
    out.append(text, sizeof text);
  }
}

void append_json_cards(CardSet cards, std::string& out) {
  out += '[';
  bool first = true;
  const auto add = [&](Card card) {
    if (!first) out += ", ";
    first = false;
    append_json_card(card, out);
  };
  if (cards.contains(Card::mahjong())) add(Card::mahjong());
  if (cards.contains(Card::dog())) add(Card::dog());
  for (RankMask ranks = cards.ranks(); ranks != 0; ranks &= ranks - 1) {
    for (const Card card : cards& CardSet::of_rank(static_cast<Rank>(std::countr_zero(ranks)))) add(card);
  }
  if (cards.contains(Card::phoenix())) add(Card::phoenix());
  if (cards.contains(Card::dragon())) add(Card::dragon());
  out += ']';
}

}  // namespace tichu::arena
