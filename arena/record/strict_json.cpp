#include "arena/record/strict_json.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace tichu::arena {
namespace {

using nlohmann::json;

/// Builds the document; each function answers whether to go on.
class DocumentBuilder : public nlohmann::json_sax<json> {
 public:
  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    const auto [place, is_new] = open_.back()->get_ref<json::object_t&>().emplace(std::move(name), nullptr);
    if (!is_new) {
      message_ = "the key \"" + place->first + "\" stands twice in one object";
      return false;
    }
    member_ = &place->second;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const json::exception& error) override {
    byte_ = position > 0 ? position - 1 : 0;
    message_ = plain(error.what());
    return false;
  }

  json take() { return std::move(root_); }
  JsonError error() const { return {byte_, message_.empty() ? "this is no JSON" : message_}; }

 private:
  /// The library's sentence without its identifier and its own account of the place.
  static std::string plain(std::string_view text) {
    if (const std::size_t end = text.find("] "); end != std::string_view::npos) text.remove_prefix(end + 2);
    if (text.starts_with("parse error")) {
      if (const std::size_t colon = text.find(": "); colon != std::string_view::npos) text.remove_prefix(colon + 2);
    }
    return std::string(text);
  }

  json* place(json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (open_.back()->is_array()) {
      auto& elements = open_.back()->get_ref<json::array_t&>();
      elements.push_back(std::move(value));
      return &elements.back();
    }
    *member_ = std::move(value);
    return member_;
  }

  template <typename T>
  bool put(T&& value) {
    place(json(std::forward<T>(value)));
    return true;
  }

  bool open(json value) {
    if (open_.size() >= static_cast<std::size_t>(JsonDepthLimit)) {
      message_ = "arrays and objects are nested too deeply";
      return false;
    }
    open_.push_back(place(std::move(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  json root_;
  std::vector<json*> open_;
  json* member_ = nullptr;
  std::optional<std::size_t> byte_;
  std::string message_;
};

/// How many bytes of well-formed UTF-8 stand at the beginning of the text as one character; 0 where none does.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t at) { return at < text.size() ? static_cast<std::uint8_t>(text[at]) : 0u; };
  const auto follows = [&](std::size_t at) { return (byte(at) & 0xc0u) == 0x80u; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool overlong = first == 0xe0 && byte(1) < 0xa0;
    const bool surrogate = first == 0xed && byte(1) > 0x9f;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool overlong = first == 0xf0 && byte(1) < 0x90;
    const bool too_high = first == 0xf4 && byte(1) > 0x8f;
    return follows(1) && follows(2) && follows(3) && !overlong && !too_high ? 4 : 0;
  }
  return 0;
}

void append_escaped(char character, std::string& out) {
  constexpr std::string_view Digits = "0123456789abcdef";
  switch (character) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto code = static_cast<std::uint8_t>(character);
  if (code >= 0x20 && code != 0x7f) {
    out += character;
    return;
  }
  out += "\\u00";
  out += Digits[code >> 4];
  out += Digits[code & 15];
}

}  // namespace

std::variant<json, JsonError> parse_strict_json(std::string_view text) {
  DocumentBuilder builder;
  if (!json::sax_parse(text, &builder)) return builder.error();
  return builder.take();
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void append_json_string(std::string_view text, std::string& out) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) {
      out += "\xef\xbf\xbd";
      ++at;
    } else if (length == 1) {
      append_escaped(text[at++], out);
    } else {
      out += text.substr(at, length);
      at += length;
    }
  }
  out += '"';
}

}  // namespace tichu::arena
