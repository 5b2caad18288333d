#include "arena/text/text_table.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace tichu::arena {
namespace {

constexpr std::size_t Gap = 2;

/// The beginning of a cell, as wide as there is room.
std::string cut(std::string_view cell, std::size_t room) {
  if (shown_width(cell) <= room) return std::string(cell);
  std::size_t end = 0;
  for (std::size_t shown = 0; end < cell.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(cell[end]) & 0xc0) != 0x80;
    if (begins && ++shown == room) break;
  }
  return std::string(cell.substr(0, end)) + "\u2026";
}

}  // namespace

void TextTable::add(std::vector<std::string> row) {
  assert(row.size() == align_.size());
  rows_.push_back(std::move(row));
}

/// As wide as the cells; texts are kept to what a block has room for if the table is wider than `width`.
std::vector<std::size_t> TextTable::widths(std::size_t width, std::size_t keys) const {
  std::vector<std::size_t> widths(align_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], shown_width(row[i]));
  }
  const std::size_t all = std::accumulate(widths.begin(), widths.end(), Gap * (align_.size() - 1));
  if (all <= width) return widths;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::size_t room = i < keys ? width / 3 : width - taken;
    if (align_[i] == 'l') widths[i] = std::min(widths[i], room);
    if (i < keys) taken += widths[i] + Gap;
  }
  return widths;
}

std::string TextTable::block(const std::vector<std::size_t>& columns, const std::vector<std::size_t>& widths) const {
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (const std::size_t i : columns) {
      if (!line.empty() || i != columns.front()) line += std::string(Gap, ' ');
      const std::string cell = cut(row[i], widths[i]);
      const std::string padding(widths[i] - shown_width(cell), ' ');
      line += align_[i] == 'r' ? padding + cell : cell + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string TextTable::text(std::size_t width, std::size_t keys) const {
  const std::vector<std::size_t> widths = this->widths(width, keys);
  std::string text;
  std::vector<std::size_t> columns;
  std::size_t taken = 0;
  const auto begin_block = [&] {
    columns.resize(keys);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    taken = std::accumulate(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(keys), Gap * (keys - 1));
  };
  begin_block();
  for (std::size_t i = keys; i < align_.size(); ++i) {
    if (taken + Gap + widths[i] > width && columns.size() > keys) {
      text += block(columns, widths) + "\n";
      begin_block();
    }
    columns.push_back(i);
    taken += Gap + widths[i];
  }
  return text + block(columns, widths);
}

std::size_t shown_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines(text);
  std::size_t line = 0;   // where it begins
  std::size_t blank = 0;  // the last one in it; `line` if there is none
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == '\n') {
      line = blank = i + 1;
    } else if (lines[i] == ' ') {
      blank = i;
    }
    if (blank > line && shown_width(std::string_view(lines).substr(line, i + 1 - line)) > width) {
      lines[blank] = '\n';
      line = blank = blank + 1;
    }
  }
  return lines;
}

}  // namespace tichu::arena
