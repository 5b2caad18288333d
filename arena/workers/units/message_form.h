#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/text/input_error.h"
#include "arena/text/words.h"

namespace tichu::arena {

/// Looks at the fields of a message from strangers, and keeps the first thing that is wrong with it. What is read after
/// that means nothing. For sources only.
class MessageForm {
 public:
  /// `from`: who sent what, such as "a result of worker red".
  explicit MessageForm(std::string from) : from_(std::move(from)) {}

  bool ok() const { return !error_.has_value(); }
  /// Only if not ok.
  InputError take_error() { return std::move(*error_); }

  /// Refuses unless `holds`.
  void expect(bool holds, std::string_view field, std::string_view problem) {
    if (!holds && ok()) error_ = InputError{from_, std::string(field), std::string(problem)};
  }
  std::uint64_t number(std::string_view field, std::uint64_t value, std::uint64_t low, std::uint64_t high);
  /// A number of 0 to 1e12.
  void real(std::string_view field, double value);
  /// A text of UTF-8 without control characters, of so many bytes at most.
  void line(std::string_view field, const std::string& text, std::size_t most);
  void bytes(std::string_view field, const std::string& bytes, std::size_t most);
  /// So many hexadecimal digits.
  void digits(std::string_view field, const std::string& text, std::size_t count);
  /// The value of an enumeration by its word.
  template <typename E>
  E word(std::string_view field, const std::string& text) {
    const std::optional<E> value = from_text<E>(text);
    if (!value) expect(false, field, fmt::format("must be {}", choices<E>()));
    return value.value_or(E{});
  }

 private:
  std::string from_;
  std::optional<InputError> error_;
};

}  // namespace tichu::arena
