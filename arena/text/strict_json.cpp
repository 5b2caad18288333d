#include "arena/text/strict_json.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "arena/text/utf8.h"

namespace tichu::arena {
namespace {

using nlohmann::json;

/// Builds the document; each function answers whether to go on.
class DocumentBuilder : public nlohmann::json_sax<json> {
 public:
  DocumentBuilder() noexcept(false) = default;

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

tl::expected<json, JsonError> parse_strict_json(std::string_view text) {
  DocumentBuilder builder;
  if (!json::sax_parse(text, &builder)) return tl::unexpected(builder.error());
  return builder.take();
}

void append_json_string(std::string_view text, std::string& out) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) {
      out += ReplacementCharacter;
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
