#include "arena/tournament/config/unclosed_string.h"

#include <algorithm>

namespace tichu::arena {
namespace {

/// What would close the string that begins with this text.
std::string quote_of(std::string_view text) {
  const std::string three(3, text.front());
  return text.starts_with(three) ? three : three.substr(0, 1);
}

/// How many bytes the string takes at which `text` begins, with both quotes; nullopt if it is not closed.
std::optional<std::size_t> length_of_string(std::string_view text, const std::string& quote) {
  const bool has_escapes = quote.front() == '"';
  for (std::size_t i = quote.size(); i < text.size(); ++i) {
    if (text.substr(i).starts_with(quote)) {
      std::size_t end = i + quote.size();
      // Up to two quotes more belong to a string of several lines.
      for (int more = 0; more < 2 && quote.size() == 3 && end < text.size() && text[end] == quote.front(); ++more)
        ++end;
      return end;
    }
    if (quote.size() == 1 && (text[i] == '\n' || text[i] == '\r')) return std::nullopt;
    if (has_escapes && text[i] == '\\') ++i;
  }
  return std::nullopt;
}

bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; }

UnclosedString place_of(std::string_view toml, std::size_t begin, std::string quote) {
  const std::string_view before = toml.substr(0, begin);
  const std::size_t newline = before.rfind('\n');
  const std::string_view line = before.substr(newline == std::string_view::npos ? 0 : newline + 1);
  UnclosedString place;
  place.line += static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  place.column += static_cast<std::size_t>(std::count_if(line.begin(), line.end(), is_first_byte));
  place.quote = std::move(quote);
  return place;
}

}  // namespace

std::optional<UnclosedString> unclosed_string(std::string_view toml) {
  for (std::size_t i = 0; i < toml.size(); ++i) {
    if (toml[i] == '#') {
      i = std::min(toml.find('\n', i), toml.size());
    } else if (toml[i] == '"' || toml[i] == '\'') {
      std::string quote = quote_of(toml.substr(i));
      const auto length = length_of_string(toml.substr(i), quote);
      if (!length) return place_of(toml, i, std::move(quote));
      i += *length - 1;
    }
  }
  return std::nullopt;
}

}  // namespace tichu::arena
