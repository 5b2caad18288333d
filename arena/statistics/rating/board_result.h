#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tichu::arena {

/// How a board ended for its first partnership.
enum class BoardVerdict : std::uint8_t { Loss, Draw, Win };

constexpr std::array<std::string_view, 3> words_of(BoardVerdict) { return {"lost", "drawn", "won"}; }

/// What statistics take from a board, seen from its first partnership.
struct BoardResult {
  /// Points per round that the first partnership scored more than the second, over the rounds of all tables.
  double margin = 0;
  BoardVerdict verdict = BoardVerdict::Draw;
  /// Faults of each partnership, at most one per table.
  std::array<int, 2> faults{};
  /// The mean over the tables of 1 for a table won, 0.5 for a drawn one, 0 for a lost one: 0, 0.25, … 1 with two
  /// tables. If exactly one partnership committed faults, it loses every table.
  double score = 0.5;
  int tables = 0;  ///< 1, 2 or 4
  /// How much the tables differ: the mean squared distance of their margins (points per round) from the tables' mean.
  double table_spread = 0;
};

}  // namespace tichu::arena
