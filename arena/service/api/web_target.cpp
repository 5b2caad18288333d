#include "arena/service/api/web_target.h"

#include <algorithm>
#include <cctype>

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

constexpr std::string_view HexDigits = "0123456789ABCDEF";

int hex_value(char digit) {
  const std::size_t value = HexDigits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(digit))));
  return value == std::string_view::npos ? -1 : static_cast<int>(value);
}

std::optional<std::string> decoded(std::string_view text, bool plus_is_blank) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char letter = text[i];
    if (letter == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_value(text[i + 1]);
      const int low = hex_value(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      letter = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (letter == '+' && plus_is_blank) {
      letter = ' ';
    }
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x20 || byte == 0x7f) return std::nullopt;
    plain += letter;
  }
  if (!is_utf8(plain)) return std::nullopt;
  return plain;
}

bool read_query(std::string_view text, WebTarget& target) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    auto name = decoded(pair.substr(0, equals), true);
    auto value = decoded(pair.substr(std::min(equals + 1, pair.size())), true);
    if (!name || !value || target.parameter(*name)) return false;
    target.query.emplace_back(std::move(*name), std::move(*value));
  }
  return true;
}

}  // namespace

std::optional<std::string_view> WebTarget::parameter(std::string_view name) const {
  const auto found = std::find_if(query.begin(), query.end(), [&](const auto& pair) { return pair.first == name; });
  if (found == query.end()) return std::nullopt;
  return found->second;
}

std::optional<WebTarget> web_target(std::string_view text) {
  if (text.empty() || text.front() != '/') return std::nullopt;
  WebTarget target;
  const std::size_t end = std::min(text.find('?'), text.size());
  std::string_view path = text.substr(1, end - 1);
  for (;;) {
    const std::size_t slash = path.find('/');
    auto part = decoded(path.substr(0, slash), false);
    if (!part || part->find('/') != std::string::npos) return std::nullopt;
    target.parts.push_back(std::move(*part));
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  if (end < text.size() && !read_query(text.substr(end + 1), target)) return std::nullopt;
  return target;
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x80 && (std::isalnum(byte) != 0 || std::string_view("-._~").find(letter) != std::string_view::npos)) {
      encoded += letter;
    } else {
      encoded += {'%', HexDigits[byte >> 4], HexDigits[byte & 15]};
    }
  }
  return encoded;
}

std::string plain_target(const WebTarget& target) {
  std::string text;
  for (const std::string& part : target.parts) text += "/" + percent_encoded(part);
  auto query = target.query;
  std::sort(query.begin(), query.end());
  char before = '?';
  for (const auto& [name, value] : query) {
    text += before + percent_encoded(name) + "=" + percent_encoded(value);
    before = '&';
  }
  return text;
}

}  // namespace tichu::arena
