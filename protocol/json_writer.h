#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace tichu::protocol {

/// Writes JSON without blanks, one value after another; the caller opens and closes objects and lists.
class JsonWriter {
 public:
  /// Something that is JSON already.
  JsonWriter& raw(std::string_view text) {
    std::copy(text.begin(), text.end(), room(text.size()));
    return *this;
  }
  JsonWriter& key(std::string_view name) {
    separate();
    char* const quote = room(name.size() + 3);
    *quote = '"';
    char* const end = std::copy(name.begin(), name.end(), quote + 1);
    end[0] = '"';
    end[1] = ':';
    return *this;
  }
  /// A text without characters that JSON escapes.
  JsonWriter& word(std::string_view text) {
    char* const quote = room(text.size() + 2);
    *quote = '"';
    *std::copy(text.begin(), text.end(), quote + 1) = '"';
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
    *room(1) = bracket;
    return *this;
  }
  JsonWriter& close(char bracket) { return open(bracket); }
  /// A comma, unless something has just been opened.
  JsonWriter& separate() {
    if (size_ > 0 && buffer_[size_ - 1] != '{' && buffer_[size_ - 1] != '[') *room(1) = ',';
    return *this;
  }

  std::string_view view() const { return std::string_view(buffer_).substr(0, size_); }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }

 private:
  /// Where the next bytes go, so many.
  char* room(std::size_t bytes) {
    if (buffer_.size() - size_ < bytes) [[unlikely]]
      grow(bytes);
    return buffer_.data() + std::exchange(size_, size_ + bytes);
  }

  void grow(std::size_t bytes);

  std::string buffer_;  ///< larger than the text, since a text of many small pieces is written for each question
  std::size_t size_ = 0;
};

}  // namespace tichu::protocol
