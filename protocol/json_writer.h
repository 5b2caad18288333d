#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace tichu::protocol {

/// Writes JSON without blanks, one value after another; the caller opens and closes objects and lists.
class JsonWriter {
 public:
  /// Something that is JSON already.
  JsonWriter& raw(std::string_view text) {
    text_ += text;
    return *this;
  }
  JsonWriter& key(std::string_view name) {
    separate();
    word(name);
    text_ += ':';
    return *this;
  }
  /// A text without characters that JSON escapes.
  JsonWriter& word(std::string_view text) {
    text_ += '"';
    text_ += text;
    text_ += '"';
    return *this;
  }
  /// Any text; bytes that are not UTF-8 become U+FFFD.
  JsonWriter& text(const std::string& text);
  /// A number with as many digits as it takes to read it back; null if it is not finite.
  JsonWriter& real(double value);
  JsonWriter& number(std::int64_t value) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    return raw({digits, static_cast<std::size_t>(end - digits)});
  }
  JsonWriter& truth(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  JsonWriter& open(char bracket) {
    text_ += bracket;
    return *this;
  }
  JsonWriter& close(char bracket) {
    text_ += bracket;
    return *this;
  }
  /// A comma, unless something has just been opened.
  JsonWriter& separate() {
    if (!text_.empty() && text_.back() != '{' && text_.back() != '[') text_ += ',';
    return *this;
  }

  std::string_view view() const { return text_; }
  bool empty() const { return text_.empty(); }
  void clear() { text_.clear(); }

 private:
  std::string text_;
};

}  // namespace tichu::protocol
