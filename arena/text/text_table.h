#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tichu::arena {

/// How many columns text may have that goes to no terminal.
constexpr std::size_t AnyWidth = std::numeric_limits<std::size_t>::max();
/// The fewest columns that text is made to fit: a narrower terminal wraps it.
constexpr std::size_t LeastWidth = 60;

/// Rows of cells, laid out in columns for a terminal. The first row is the heading.
class TextTable {
 public:
  /// `align` has one letter a column: 'l' or 'r'.
  explicit TextTable(std::string_view align) : align_(align) {}

  /// Adds a row; it must have as many cells as there are columns.
  void add(std::vector<std::string> row);
  /// The rows, columns two blanks apart, without blanks at a line's end. If they are wider than `width`, which is at
  /// least LeastWidth, the columns stand in several blocks below one another, each of which begins with the first
  /// `keys` columns; texts that are too long for that are cut off.
  std::string text(std::size_t width = AnyWidth, std::size_t keys = 1) const;

 private:
  std::vector<std::size_t> widths(std::size_t width, std::size_t keys) const;
  std::string block(const std::vector<std::size_t>& columns, const std::vector<std::size_t>& widths) const;

  std::string align_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns that a text takes on a terminal: its characters (UTF-8 code points), each counted as one.
std::size_t shown_width(std::string_view text);

/// The text with line ends instead of blanks where a line would be wider than `width`.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace tichu::arena
