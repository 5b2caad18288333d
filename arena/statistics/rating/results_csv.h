#pragma once

#include <array>
#include <istream>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "arena/statistics/rating/head_to_head.h"
#include "arena/statistics/rating/rated_board.h"

namespace tichu::arena {

/// Results of any origin, as rating functions take them. A board's score, its points or both are known.
struct ResultsTable {
  std::vector<std::string> names;                   ///< by entrant, in the order of appearance
  std::vector<std::array<std::string, 2>> members;  ///< by entrant: the two bots of a team, or a bot twice
  std::vector<BoardValue> scores;                   ///< in the order of rows; empty if they are not known
  std::vector<BoardValue> points;                   ///< the same
  std::vector<std::size_t> lines;                   ///< by row, from 1; empty if they come from no file

  const std::vector<BoardValue>& boards(ResultKind kind) const { return kind == ResultKind::Score ? scores : points; }
  bool has(ResultKind kind) const { return !boards(kind).empty(); }
};

/// Where a results file is wrong.
struct CsvError {
  std::size_t line = 0;  ///< from 1
  std::string message;   ///< what is wrong and what would be right, with the column, without a full stop
};

/// The most bots in one table: their covariances are a matrix of that size squared, 128 MB at most.
inline constexpr std::size_t MaxRatedBots = 4000;

/// Reads rows `bot_a,bot_b,result` or `bot_a,bot_b,result,board`, or boards as the arena exports them under their
/// heading (arena/statistics/rating/RATINGS.md): fields quoted as in RFC 4180 but without line ends in them, line ends
/// LF or CRLF, empty lines skipped. A line with `result` or `points` as its third field is a heading and says what the
/// column holds; without a heading it holds results. Rows without a board number are boards of their own. Files may
/// stand one after another: a heading, or a job's number that does not rise, begins another tournament, whose boards
/// have other cards. Reading stops at the first error.
tl::expected<ResultsTable, CsvError> read_results_csv(std::istream& input);

}  // namespace tichu::arena
