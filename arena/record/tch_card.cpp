#include "arena/record/tch_card.h"

#include <array>
#include <cassert>

namespace tichu::arena {
namespace {

constexpr std::array<std::string_view, 15> Ranks{"",  "",  "2",  "3", "4", "5", "6", "7",
                                                 "8", "9", "10", "B", "D", "K", "A"};
constexpr std::string_view Suits = "GSBR";  // in the order of Suit: Jade, Sword, Pagoda, Star

}  // namespace

std::optional<Rank> parse_tch_rank(std::string_view text) {
  for (std::size_t rank = 2; rank < Ranks.size(); ++rank) {
    if (Ranks[rank] == text) return static_cast<Rank>(rank);
  }
  return std::nullopt;
}

std::string_view to_tch(Rank rank) {
  assert(is_natural(rank));
  return Ranks[static_cast<std::size_t>(number(rank))];
}

std::optional<Card> parse_tch_card(std::string_view text) {
  if (text == "Ma") return Card::mahjong();
  if (text == "Hu") return Card::dog();
  if (text == "Ph") return Card::phoenix();
  if (text == "Dr") return Card::dragon();
  if (text.empty()) return std::nullopt;
  const std::size_t suit = Suits.find(text[0]);
  const auto rank = parse_tch_rank(text.substr(1));
  if (suit == std::string_view::npos || !rank) return std::nullopt;
  return Card(*rank, static_cast<Suit>(suit));
}

std::string to_tch(Card card) {
  if (card == Card::mahjong()) return "Ma";
  if (card == Card::dog()) return "Hu";
  if (card == Card::phoenix()) return "Ph";
  if (card == Card::dragon()) return "Dr";
  std::string text(1, Suits[static_cast<std::size_t>(card.suit())]);
  return text += to_tch(card.rank());
}

}  // namespace tichu::arena
