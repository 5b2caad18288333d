#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tichu::arena {

/// Rows of cells, laid out in columns for a terminal. The first row is the heading.
class TextTable {
 public:
  /// `align` has one letter a column: 'l' or 'r'.
  explicit TextTable(std::string_view align) : align_(align) {}

  /// Adds a row; it must have as many cells as there are columns.
  void add(std::vector<std::string> row);
  /// The rows, columns two blanks apart, without blanks at a line's end.
  std::string text() const;

 private:
  std::string align_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns that a text takes on a terminal: its characters (UTF-8 code points), each counted as one.
std::size_t shown_width(std::string_view text);

}  // namespace tichu::arena
