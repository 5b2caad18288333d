#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "arena/statistics/rating/rated_board.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// Why a page holds a board.
enum class ChoiceReason : std::uint8_t { Fault, Margin, Sample };

constexpr std::array<std::string_view, 3> words_of(ChoiceReason) { return {"fault", "margin", "sample"}; }

/// A board that a page should hold: its index in the list of boards, and why it was chosen.
struct BoardChoice {
  std::size_t index = 0;
  ChoiceReason reason = ChoiceReason::Sample;
  friend bool operator==(const BoardChoice&, const BoardChoice&) = default;
};

/// All boards, the most wanted first: those with a fault, then those with the largest margins either way, then the
/// others, ordered so that every prefix of the list is spread evenly over the tournament. A page takes as many as it
/// has room for. At most MostFaultBoards and MostMarginBoards come first; further ones are among the others.
std::vector<BoardChoice> boards_by_interest(std::span<const RatedBoard> boards);

constexpr std::size_t MostFaultBoards = 500;
constexpr std::size_t MostMarginBoards = 200;
/// At most one board in this many counts as having a large margin, which matters for small tournaments.
constexpr std::size_t BoardsToAMargin = 10;

}  // namespace tichu::arena
