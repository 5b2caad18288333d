#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arena/text/input_error.h"
#include "arena/text/words.h"
#include "arena/workers/units/unit.h"

namespace tichu::arena {

/// Where in a message: "bots[2].entry". Made on the way down, and only put into words if something is wrong there. For
/// sources only.
struct FieldPath {
  const FieldPath* above = nullptr;
  std::string_view field = {};
  std::optional<std::size_t> index = std::nullopt;

  std::string text() const;
};

/// Reads the values of one message from strangers, and keeps the first thing that is wrong with it. What is read after
/// that means nothing. For sources only.
class MessageForm {
 public:
  /// `from`: who sent what, such as "a result of worker red". It must outlive this object.
  explicit MessageForm(const std::string& from) : from_(from) {}

  bool ok() const { return !error_.has_value(); }
  /// Only if not ok.
  InputError take_error() { return std::move(*error_); }

  void refuse(const FieldPath& at, std::string problem);
  /// Refuses unless `holds`.
  void expect(bool holds, const FieldPath& at, std::string_view problem) {
    if (!holds) refuse(at, std::string(problem));
  }

  std::uint64_t number(const FieldPath& at, std::uint64_t value, std::uint64_t low, std::uint64_t high);
  double real(const FieldPath& at, double value, double low, double high);
  std::chrono::nanoseconds nanoseconds(const FieldPath& at, std::uint64_t value);
  std::chrono::milliseconds milliseconds(const FieldPath& at, std::uint64_t value);
  /// How many there are of something.
  void expect_count(const FieldPath& at, std::size_t count, std::size_t least, std::size_t most);
  /// A text without control characters, of so many bytes.
  std::string line(const FieldPath& at, const std::string& text, std::size_t least, std::size_t most);
  /// A text of any characters but NUL.
  std::string text(const FieldPath& at, const std::string& text, std::size_t most);
  /// Any bytes, so many at most.
  std::string bytes(const FieldPath& at, const std::string& bytes, std::size_t most);
  /// A relative path that stays below where it begins: without "..", ".", empty parts or a slash at either end.
  std::string path(const FieldPath& at, const std::string& text);
  /// So many hexadecimal digits.
  std::string digits(const FieldPath& at, const std::string& text, std::size_t count);
  /// Which unit, by the two fields of a message that say it.
  UnitId unit_id(const FieldPath& above, const std::string& tournament, std::uint64_t number);
  /// A bot of a tournament.
  BotId bot_id(const FieldPath& at, std::uint64_t id);

  /// The value of an enumeration by its word.
  template <typename E>
  E word(const FieldPath& at, const std::string& text) {
    const std::optional<E> value = from_text<E>(text);
    if (!value) refuse(at, fmt::format("must be {}", choices<E>()));
    return value.value_or(E{});
  }

 private:
  const std::string& from_;
  std::optional<InputError> error_;
};

}  // namespace tichu::arena
